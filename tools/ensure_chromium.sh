#!/usr/bin/env bash
# Installs Debian's Chromium for the browser tests where that is possible without asking; never fails. Most tests use
# the headless shell, which needs less; push messages need the complete browser.
command -v chromium >/dev/null 2>&1 && command -v chromium-headless-shell >/dev/null 2>&1 && exit 0
[ -n "${CHROMIUM_PATH:-}" ] && exit 0
command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ] || exit 0
echo "Installing chromium for the browser tests ..."
apt-get update -qq >/dev/null 2>&1
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium chromium-headless-shell >/dev/null 2>&1 ||
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null 2>&1
exit 0
