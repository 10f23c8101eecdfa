import { clip, type Json, NotFound, withSecrets } from '@slipway/domain';
import { openSecrets } from '@slipway/engine';
import { configurationNamed } from '@slipway/resources';
import { CannotRun } from '../context/cannot-run.ts';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';

/**
 * The configuration that a property of a task names, its secrets in clear: a global one, or one of the folders that the
 * release is in, as search offers them. Throws CannotRun for any other.
 */
export async function openedConfiguration(
  { database, seal }: ScriptContext,
  { view }: ClaimedRun,
  property: string,
  written: string,
): Promise<{ readonly value: Json; readonly secrets: readonly string[] }> {
  const found = await configurationNamed(database, written, { folders: view.folderPath }).catch(nothingThere);
  if (found === null || !isInReach(view, found)) {
    throw new CannotRun(
      `Property '${clip(property)}' names the configuration '${clip(written)}', which is not there for this release.`,
    );
  }
  const opened = openSecrets(seal, found);
  const { id, type, title } = found;
  return { value: { ...withSecrets(found.properties, opened), id, type, title }, secrets: [...opened.values()] };
}

/** Whether a configuration is a global one, or one of the folders that a release is in. */
export const isInReach = (
  { folderPath }: ClaimedRun['view'],
  { folderId }: { readonly folderId: string | null },
): boolean => folderId === null || folderPath.includes(folderId);

/** What names nothing is null; throws any other error. */
export function nothingThere(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
