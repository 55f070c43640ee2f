"""A small OpenID Connect provider on this machine, for tests: standard library and signed tokens."""

import base64
import hashlib
import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "fatekeeper", "a secret between the two"


class Provider:
    """The provider: `person` is who is signed in there (the claims), `audience` whom its tokens are for."""

    def __init__(self):
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.person = {"sub": "42", "preferred_username": "mara"}
        self.audience, self.codes = CLIENT, {}
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"provider": self}))
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        """Ends the server; connections are refused afterwards."""
        self.server.shutdown()
        self.server.server_close()

    def configuration(self):
        """What the provider says of itself."""
        paths = {"authorization": "authorize", "token": "token", "userinfo": "userinfo"}
        return {
            "issuer": self.url,
            "jwks_uri": f"{self.url}/jwks",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            **{f"{name}_endpoint": f"{self.url}/{path}" for name, path in paths.items()},
        }

    def keys(self):
        """The public key, with which tokens are checked."""
        row = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [row | {"kid": "one", "alg": "RS256", "use": "sig"}]}

    def token(self, form):
        """The answer to a code: only once, only with the secret, and only to who asked for it (PKCE)."""
        challenge = self.codes.pop(form.get("code"), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        proof = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if form.get("client_secret") != SECRET or challenge != proof:
            return None
        now = int(time.time())
        claims = {"iss": self.url, "aud": self.audience, "iat": now, "exp": now + 60, **self.person}
        signed = jwt.encode(claims, self.key, algorithm="RS256", headers={"kid": "one"})
        return {"access_token": "opens userinfo", "token_type": "Bearer", "expires_in": 60, "id_token": signed}


class Handler(BaseHTTPRequestHandler):
    provider: Provider

    def do_GET(self):
        asked = urlsplit(self.path)
        provider = self.provider
        if asked.path == "/authorize":
            return self.agree({key: values[0] for key, values in parse_qs(asked.query).items()})
        if asked.path == "/userinfo" and self.headers["Authorization"] != "Bearer opens userinfo":
            return self.answer(401, {})
        found = {
            "/.well-known/openid-configuration": provider.configuration(),
            "/jwks": provider.keys(),
            "/userinfo": provider.person,
        }.get(asked.path)
        return self.answer(200 if found else 404, found or {})

    def do_POST(self):
        form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        made = self.provider.token({key: values[0] for key, values in form.items()})
        self.answer(200 if made else 400, made or {"error": "invalid_grant"})

    def agree(self, query):
        """Sends the browser back with a code, as if the person had agreed at once."""
        code = secrets.token_urlsafe(8)
        self.provider.codes[code] = query.get("code_challenge")
        self.send_response(302)
        self.send_header("Location", f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}")
        self.end_headers()

    def answer(self, status, body):
        """JSON."""
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args):
        """Says nothing."""
