import { known } from '../decision/context.ts';
import type { World } from '../decision/env.ts';
import { rootFolderId } from '../ids/ids.ts';
import type { Release, ReleasePassive } from '../model/release.ts';
import type { VariableType, VariableValue } from '../model/variable.ts';

/** What looking up a variable takes of a decision's context. */
export interface VariableContext {
  readonly env: { readonly world: Pick<World, 'variables' | 'folders' | 'releasePassives'> };
}

interface SpecialVariable {
  readonly type: VariableType;
  readonly value: VariableValue;
  /** The fields of a release are inserted as they are: a trigger may have copied them from a request. */
  readonly preventInterpolation: true;
}

type Read = (release: Release, context: VariableContext) => VariableValue;

/** The id with the folders that the release is in, as REST shows it. Throws MissingWorld. */
function fullId({ id, folderId }: Release, { env }: VariableContext): string {
  if (folderId === rootFolderId) return `${rootFolderId}/${id}`;
  const path = known(env.world.folders?.get(folderId), { kind: 'folder', id: folderId });
  return `${path ?? folderId}/${id}`;
}

/** A text that rules do not read otherwise, with the changes of this decision. Throws MissingWorld. */
function passiveText({ id, passive }: Release, name: 'description' | 'flagComment', { env }: VariableContext) {
  if (passive.kind === 'new') return passive.value[name];
  const changed = passive.changes?.[name];
  if (changed !== undefined) return changed;
  const holder = passive.kind === 'copy' ? passive.of : id;
  const stored: ReleasePassive = known(env.world.releasePassives?.get(holder), { kind: 'releasePassive', id: holder });
  return stored[name];
}

/** The variables that every release has without declaring them, by key (compatibility.md, Flow). */
const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['release.id', fullId],
  ['release.title', ({ title }) => title],
  ['release.status', ({ status }) => status],
  ['release.owner', ({ owner }) => owner],
  ['release.description', (release, context) => passiveText(release, 'description', context)],
  ['release.flagStatus', ({ flagStatus }) => flagStatus],
  ['release.flagComment', (release, context) => passiveText(release, 'flagComment', context)],
  ['release.tags', ({ tags }) => tags],
]);

/** The field of the release that a key names, as a variable; undefined for all other keys. Throws MissingWorld. */
export function specialVariable(release: Release, key: string, context: VariableContext): SpecialVariable | undefined {
  const read = readers.get(key);
  if (read === undefined) return undefined;
  const type = key === 'release.tags' ? 'ListStringVariable' : 'StringVariable';
  return { type, value: read(release, context), preventInterpolation: true };
}
