// Lints the OpenAPI document, which is generated from the routes. An unchanged document is not linted again.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openApi, routes } from '@slipway/api';

const config = 'redocly.yaml';
const text = JSON.stringify(openApi(routes, ''), null, 2);
const hash = createHash('sha256').update(text);
for (const path of [config, 'node_modules/@redocly/cli/package.json']) hash.update(readFileSync(path));
const key = hash.digest('base64url');
const cacheFile = 'node_modules/.cache/openapi-lint.txt';

/** Lints the document. Returns whether it has no finding. */
function lint(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-openapi-'));
  const file = join(folder, 'openapi.json');
  try {
    writeFileSync(file, text);
    const { status } = spawnSync(process.execPath, ['node_modules/.bin/redocly', 'lint', `--config=${config}`, file], {
      stdio: 'inherit',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (!process.env.CI && existsSync(cacheFile) && readFileSync(cacheFile, 'utf8') === key) {
  console.log('the document has not changed since the last run without a finding');
} else if (lint()) {
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, key);
} else {
  process.exitCode = 1;
}
