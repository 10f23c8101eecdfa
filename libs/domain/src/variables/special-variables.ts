import { requireData } from '../decision/context.ts';
import type { DecisionData } from '../decision/env.ts';
import { rootFolderId } from '../ids/ids.ts';
import type { Release, ReleasePassive } from '../model/release.ts';
import type { VariableType, VariableValue } from '../model/variable.ts';

/** What looking up a variable takes of a decision's context. */
export interface VariableContext {
  readonly env: { readonly data: Pick<DecisionData, 'variables' | 'folders' | 'releasePassives'> };
}

interface SpecialVariable {
  readonly type: VariableType;
  readonly value: VariableValue;
  /** The fields of a release are inserted as they are: a trigger may have copied them from a request. */
  readonly preventInterpolation: true;
}

type ReadField = (release: Release, context: VariableContext) => VariableValue;

/** The id with the folders that the release is in, as REST shows it. Throws MissingData. */
function fullId({ id, folderId }: Release, { env }: VariableContext): string {
  if (folderId === rootFolderId) return `${rootFolderId}/${id}`;
  const path = requireData(env.data.folders?.get(folderId), { kind: 'folder', id: folderId });
  return `${path ?? folderId}/${id}`;
}

/** A text that rules do not read otherwise, with the changes of this decision. Throws MissingData. */
function passiveText({ id, passive }: Release, name: 'description' | 'flagComment', { env }: VariableContext) {
  if (passive.kind === 'new') return passive.value[name];
  const changed = passive.changes?.[name];
  if (changed !== undefined) return changed;
  const passiveId = passive.kind === 'copy' ? passive.of : id;
  const stored: ReleasePassive = requireData(env.data.releasePassives?.get(passiveId), {
    kind: 'releasePassive',
    id: passiveId,
  });
  return stored[name];
}

/** The variables that every release has without declaring them, by key (compatibility.md, Flow). */
const fieldReaders: ReadonlyMap<string, ReadField> = new Map<string, ReadField>([
  ['release.id', fullId],
  ['release.title', ({ title }) => title],
  ['release.status', ({ status }) => status],
  ['release.owner', ({ owner }) => owner],
  ['release.description', (release, context) => passiveText(release, 'description', context)],
  ['release.flagStatus', ({ flagStatus }) => flagStatus],
  ['release.flagComment', (release, context) => passiveText(release, 'flagComment', context)],
  ['release.tags', ({ tags }) => tags],
]);

/** The field of the release that a key names, as a variable; undefined for all other keys. Throws MissingData. */
export function specialVariable(release: Release, key: string, context: VariableContext): SpecialVariable | undefined {
  const readField = fieldReaders.get(key);
  if (readField === undefined) return undefined;
  const type = key === 'release.tags' ? 'ListStringVariable' : 'StringVariable';
  return { type, value: readField(release, context), preventInterpolation: true };
}
