import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { overlays, render, renderedFile } from '../../../deploy/k8s/render.ts';
import { monitoringFiles } from '../../../deploy/monitoring/files.ts';

test.each(overlays)('%s equals its stored rendering; `npm run manifests` updates it', async (overlay) => {
  expect(await render(overlay)).toBe(readFileSync(renderedFile(overlay), 'utf8'));
});

test.each(Object.entries(monitoringFiles))(
  '%s equals its description; `npm run manifests` updates it',
  (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);
