import { requireData } from '../decision/context.ts';
import type { DecisionData } from '../decision/env.ts';
import { rootFolderId } from '../ids/ids.ts';
import type { Release, ReleasePassive } from '../model/release.ts';
import type { VariableType, VariableValue } from '../model/variable.ts';

/** The part of a decision context that a variable lookup requires. */
export interface VariableContext {
  readonly env: { readonly data: Pick<DecisionData, 'variables' | 'folders' | 'releasePassives'> };
}

interface SpecialVariable {
  readonly type: VariableType;
  readonly value: VariableValue;
  /** Placeholders in release fields are not replaced, because a trigger may have copied them from a request. */
  readonly preventInterpolation: true;
}

type ReadField = (release: ValueSource, context: VariableContext) => VariableValue;

/** The fields of a release that determine the values of its placeholders. */
export type ValueSource = Pick<
  Release,
  'id' | 'folderId' | 'title' | 'status' | 'owner' | 'flagStatus' | 'tags' | 'passive' | 'variables'
>;

/** Returns the id of a release with its folders, as in REST. Throws MissingData. */
function fullId({ id, folderId }: ValueSource, { env }: VariableContext): string {
  if (folderId === rootFolderId) return `${rootFolderId}/${id}`;
  const path = requireData(env.data.folders?.get(folderId), { kind: 'folder', id: folderId });
  return `${path ?? folderId}/${id}`;
}

/** Returns a passive text of a release, including changes of this decision. Throws MissingData. */
function passiveText({ id, passive }: ValueSource, name: 'description' | 'flagComment', { env }: VariableContext) {
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

/** The predefined variables of every release, by key (compatibility.md, Flow). */
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

/** Returns a release field as a variable, or undefined if the key is not predefined. Throws MissingData. */
export function specialVariable(
  release: ValueSource,
  key: string,
  context: VariableContext,
): SpecialVariable | undefined {
  const readField = fieldReaders.get(key);
  if (readField === undefined) return undefined;
  const type = key === 'release.tags' ? 'ListStringVariable' : 'StringVariable';
  return { type, value: readField(release, context), preventInterpolation: true };
}
