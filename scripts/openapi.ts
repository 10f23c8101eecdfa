// Lints the OpenAPI document, which is generated from the routes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApi, routes } from '@slipway/api';

const folder = mkdtempSync(join(tmpdir(), 'slipway-openapi-'));
const file = join(folder, 'openapi.json');
try {
  writeFileSync(file, JSON.stringify(openApi(routes, ''), null, 2));
  const { status } = spawnSync(process.execPath, ['node_modules/.bin/redocly', 'lint', '--config=redocly.yaml', file], {
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
