import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { overlays, render, renderedFile } from '../../../deploy/k8s/render.ts';
import { monitoringFiles } from '../../../deploy/monitoring/files.ts';

test.each(overlays)('%s is rendered as it is kept; `npm run manifests` writes it anew', async (overlay) => {
  expect(await render(overlay)).toBe(readFileSync(renderedFile(overlay), 'utf8'));
});

test.each(Object.entries(monitoringFiles))(
  '%s is what is said of it; `npm run manifests` writes it anew',
  (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);
