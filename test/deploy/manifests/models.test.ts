import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { overlays, renderedFile } from '../../../deploy/k8s/render.ts';
import { manifestsIn } from '../rules/manifests.ts';
import { toTypeScript, validationError } from './models.ts';

const rendered = (overlay: (typeof overlays)[number]) => readFileSync(renderedFile(overlay), 'utf8');

const validationErrorsOf = async (text: string) =>
  (await Promise.all(manifestsIn(text).map(validationError))).filter((error) => error !== null);

test.each(overlays)('%s is valid for the models of its API versions', async (overlay) => {
  expect(await validationErrorsOf(rendered(overlay))).toEqual([]);
});

test('the models report a field with a wrong type', async () => {
  const errors = await validationErrorsOf(rendered('small').replace('replicas: 1', 'replicas: one'));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain('replicas');
});

/**
 * Returns the output lines of tsc for the literals of these manifests. The folder is inside node_modules, because it
 * needs the models.
 */
function typeErrors(files: Readonly<Record<string, string>>): readonly string[] {
  mkdirSync('node_modules/.cache', { recursive: true });
  const folder = mkdtempSync(join('node_modules/.cache', 'literals-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.ts`), toTypeScript(text));
    const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', skipLibCheck: true, types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const { stdout } = spawnSync('node_modules/.bin/tsc', ['--project', folder], { encoding: 'utf8' });
    return stdout.split('\n').filter((line) => line !== '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('every field of every overlay is valid for its type', () => {
  expect(typeErrors(Object.fromEntries(overlays.map((overlay) => [overlay, rendered(overlay)])))).toEqual([]);
});

test('the types report a misspelt field', () => {
  const [complaint, ...others] = typeErrors({ small: rendered('small').replace('readinessProbe:', 'readinesProbe:') });
  expect(others.filter((line) => /^\S/.test(line))).toEqual([]);
  expect(complaint).toContain('"readinesProbe"');
});
