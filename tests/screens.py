"""A screen of a table in a test: it keeps the pieces of the last response, as static/js/pieces.js does."""

import json

from django.test import Client

from campaigns.encounters.table import pieces


class Screen:
    """Someone's open table. `html` is the live part as the page has it, `sent` what was received last."""

    def __init__(self, user, encounter):
        self.client = Client(raise_request_exception=False)
        if user is not None:
            self.client.force_login(user)
        self.address = f"/encounters/{encounter.pk}/"
        self.key = self.token = self.number = ""
        self.pieces = []
        self.html, self.sent = None, ""

    @property
    def headers(self):
        """What a request for the table says about this screen."""
        return {"HX-Request": "true", pieces.HEADER: "".join(digest for digest, _html in self.pieces)}

    def refresh(self, query=""):
        """Asks for the live part; returns it whole, or the status if there is none."""
        return self.take(self.client.get(f"{self.address}table/{query}", headers=self.headers))

    def post(self, path, fields):
        """Sends a form whose answer takes the table's place."""
        return self.take(self.client.post(self.address + path, fields, headers=self.headers))

    def whole(self, query=""):
        """The live part as a page receives it that knows no pieces."""
        return self.client.get(f"{self.address}table/{query}", headers={"HX-Request": "true"}).content.decode()

    def take(self, response):
        """Puts a response in the place of the table."""
        self.sent = response.content.decode()
        if response.headers.get("Content-Type") != pieces.CONTENT_TYPE:
            return response.status_code
        key, token, number, items = json.loads(self.sent)
        taken = []
        for first, second in items:
            kept = [] if isinstance(first, str) else self.pieces[first : second + 1]
            new = [(first, second)] if isinstance(first, str) else []
            taken += new + [(digest, self._renew(html, key, token, number)) for digest, html in kept]
        self.key, self.token, self.number, self.pieces = key, token, number, taken
        self.html = "".join(html for _digest, html in taken)
        return self.html

    def without_new_values(self, text):
        """A text of the last response without its key and its token."""
        return text.replace(self.key, "KEY").replace(self.token, "TOKEN")

    def _renew(self, html, key, token, number):
        seen = 'name="seen" value="{}"'
        html = html.replace(self.key, key).replace(self.token, token)
        return html.replace(seen.format(self.number), seen.format(number))
