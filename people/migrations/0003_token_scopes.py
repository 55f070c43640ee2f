from django.db import migrations, models


def give_scopes(apps, schema_editor):
    """Tokens for modules get the scope of modules; all others stay for everything."""
    tokens = apps.get_model("people", "ApiToken").objects.using(schema_editor.connection.alias).filter(area="modules")
    tokens.filter(can_write=True).update(scopes=["modules:write"])
    tokens.filter(can_write=False).update(scopes=["modules:read"])


def limit_to_modules(apps, schema_editor):
    """Going back, a token with scopes must not be for everything: the older version knows only modules."""
    tokens = apps.get_model("people", "ApiToken").objects.using(schema_editor.connection.alias)
    for token in tokens.all():
        if token.scopes and not all(one.startswith("modules:") for one in token.scopes):
            token.delete()
        elif token.scopes:
            tokens.filter(pk=token.pk).update(area="modules")


class Migration(migrations.Migration):
    dependencies = [("people", "0002_restored_campaigns")]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="scopes",
            field=models.JSONField(blank=True, default=list, verbose_name="scopes"),
        ),
        migrations.RunPython(give_scopes, limit_to_modules),
        migrations.RemoveField(model_name="apitoken", name="area"),
    ]
