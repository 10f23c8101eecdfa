import { blackoutContextOf } from '@slipway/application/calendar';
import { filterVisible, requirePermission } from '@slipway/application/model';
import {
  getArchivedRelease,
  getPlan,
  getTask,
  getTemplate,
  type RenderResult,
  renderRelease,
  renderTask,
} from '@slipway/application/plans';
import type { Caller } from '@slipway/domain/decision';
import { idCandidates } from '@slipway/domain/ids';
import type { ObjectKind } from '@slipway/domain/messages';
import type { Person } from '@slipway/engine';
import {
  readValidators,
  type StoredValidators,
  type ValidatorSource,
  type Validators,
} from '@slipway/persistence/plans';
import type { TaggedText } from '../dependencies/answer-caches.ts';
import type { Deps } from '../dependencies/deps.ts';
import type { Subject } from '../http/route.ts';
import { TaggedAnswer } from '../http/tagged-answer.ts';
import { audienceOf, permissionScopeOf, tagFor } from './tag.ts';

/** What is cached in the same way. */
interface CachedKind<T> {
  /** part of the keys in the caches */
  readonly name: string;
  /** what a refusal calls it */
  readonly objectKind: ObjectKind;
  readonly ids: 'Release' | 'Task';
  readonly validators: ValidatorSource;
  /** whether it shows what its caller may do */
  readonly showsPermissions: boolean;
  /** Reads and renders it. Throws NotFound, Forbidden. */
  readonly read: (
    deps: Deps,
    rawId: string,
    caller: Person,
  ) => Promise<{ readonly id: string; readonly rendered: RenderResult<T> }>;
}

/**
 * Responds from the cache while it is valid. For a cached response, one statement that reads no plan returns its ETag,
 * and another one the blackouts if these have changed. With an equal ETag the cached text is sent, otherwise the
 * object is read and rendered. Throws NotFound, Forbidden.
 */
const cachedSubject =
  <T>(kind: CachedKind<T>): Subject<T> =>
  async (deps, rawId, caller) => {
    const cached = await findCachedAnswer(deps, kind, rawId, caller);
    if (cached !== null) return cached;
    const { rendered, text } = await render(deps, kind, rawId, caller);
    return new TaggedAnswer({ tag: text.tag, ...rendered.validators }, async () => text);
  };

const audienceFor = ({ showsPermissions }: CachedKind<unknown>, caller: Caller): string =>
  showsPermissions ? audienceOf(caller) : '';

/** Validators for a caller: invisible references count as missing. */
async function validatorsFor(stored: StoredValidators, person: Person): Promise<Validators> {
  const visibleIds = await filterVisible(person, stored.standings);
  return { ...stored, elsewhere: new Map([...stored.elsewhere].filter(([id]) => visibleIds.has(id))) };
}

async function findCachedAnswer<T>(
  deps: Deps,
  kind: CachedKind<T>,
  rawId: string,
  person: Person,
): Promise<TaggedAnswer<T> | null> {
  const [id] = idCandidates(kind.ids, rawId);
  const cached = deps.caches.references.get(`${kind.name} ${id}`);
  if (cached === undefined) return null;
  const stored = await readValidators(deps.database, kind.validators, id, cached.references);
  if (stored?.version !== cached.version) return null;
  const audience = audienceFor(kind, await requirePermission(person, stored.access, { label: kind.objectKind, rawId }));
  const validators = await validatorsFor(stored, person);
  const { mark } = await blackoutContextOf(deps, validators);
  const tag = tagFor(validators, mark, deps.typePrefix, audience);
  return new TaggedAnswer({ tag, ...validators }, async () => {
    const text = deps.caches.texts.get(`${kind.name} ${id} ${audience}`);
    return text?.tag === tag ? text : (await render(deps, kind, rawId, person)).text;
  });
}

interface RenderedText<T> {
  readonly rendered: RenderResult<T>;
  readonly text: TaggedText;
}

async function render<T>(deps: Deps, kind: CachedKind<T>, rawId: string, person: Person): Promise<RenderedText<T>> {
  const { rendered, id } = await kind.read(deps, rawId, person);
  const { answer, validators, calendarMark, references } = rendered;
  const audience = audienceFor(kind, await person.callerAt(permissionScopeOf(validators)));
  const tag = tagFor(validators, calendarMark, deps.typePrefix, audience);
  const text = { tag, json: Buffer.from(JSON.stringify(answer)) };
  deps.caches.references.set(`${kind.name} ${id}`, { version: validators.version, references });
  deps.caches.texts.set(`${kind.name} ${id} ${audience}`, text);
  return { rendered, text };
}

const cachedRelease = (name: string, comments: boolean, objectKind: ObjectKind = 'release') =>
  cachedSubject({
    name,
    objectKind,
    ids: 'Release',
    validators: 'release',
    showsPermissions: true,
    read: async (deps, rawId, caller) => {
      const view = await getPlan(deps.database, caller, rawId, { comments, what: objectKind });
      return { id: view.release.id, rendered: await renderRelease(deps, view, caller) };
    },
  });

/** A live release as it is now, or a template under the id of one. */
export const currentRelease = cachedRelease('release', true);

/** The same under the same tag, but for the comments of its tasks. */
export const releaseWithoutComments = cachedRelease('release without comments', false);

/** The same where a call for templates reads: clients send ids of releases to it. */
export const currentPlan = cachedRelease('template or release', true, 'template');

/** A template as it is now. */
export const currentTemplate = cachedSubject({
  name: 'template',
  objectKind: 'template',
  ids: 'Release',
  validators: 'release',
  showsPermissions: true,
  read: async (deps, rawId, caller) => {
    const view = await getTemplate(deps.database, caller, rawId);
    return { id: view.release.id, rendered: await renderRelease(deps, view, caller) };
  },
});

/** An archived release. */
export const archivedRelease = cachedSubject({
  name: 'archived release',
  objectKind: 'release',
  ids: 'Release',
  validators: 'archived',
  showsPermissions: true,
  read: async (deps, rawId, caller) => {
    const view = await getArchivedRelease(deps.database, caller, rawId);
    return { id: view.release.id, rendered: await renderRelease(deps, view, caller) };
  },
});

/** A task of a live release or template as it is now. */
export const currentTask = cachedSubject({
  name: 'task',
  objectKind: 'task',
  ids: 'Task',
  validators: 'task',
  showsPermissions: false,
  read: async (deps, rawId, caller) => {
    const view = await getTask(deps.database, caller, rawId);
    return { id: view.task.id, rendered: await renderTask(deps, view, caller) };
  },
});
