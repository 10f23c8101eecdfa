// `npm run manifests`: writes the generated files of the repository: alerts, dashboards, and each overlay as rendered
// by kustomize.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { overlays, render, renderedFile } from './k8s/render.ts';
import { monitoringFiles } from './monitoring/files.ts';

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(file);
}

for (const [file, text] of Object.entries(monitoringFiles)) write(file, text);
for (const overlay of overlays) write(renderedFile(overlay), await render(overlay));
