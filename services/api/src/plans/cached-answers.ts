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

/** The kind of a cached response, with the functions to read and render it. */
interface CachedKind<T> {
  /** The name of this kind in cache keys. */
  readonly name: string;
  /** The kind of object in error messages. */
  readonly objectKind: ObjectKind;
  readonly ids: 'Release' | 'Task';
  readonly validators: ValidatorSource;
  /** Whether the response contains the permissions of the caller. */
  readonly showsPermissions: boolean;
  /** Reads and renders the object. Throws NotFound, Forbidden. */
  readonly read: (
    deps: Deps,
    rawId: string,
    caller: Person,
  ) => Promise<{ readonly id: string; readonly rendered: RenderResult<T> }>;
}

/**
 * Returns a function that responds from the cache while the ETag of the cached text is current. It computes the ETag
 * with one statement that reads no plan, and a second one if the blackouts have changed. Otherwise it reads and renders
 * the object. Throws NotFound, Forbidden.
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

/** Returns the validators for a caller. References to objects that the caller may not view count as missing. */
async function validatorsFor(stored: StoredValidators, person: Person): Promise<Validators> {
  const visibleIds = await filterVisible(person, stored.referenceAccess);
  return { ...stored, references: new Map([...stored.references].filter(([id]) => visibleIds.has(id))) };
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

/** The current state of a live release, or of a template with this id. */
export const currentRelease = cachedRelease('release', true);

/** The current state without the comments of tasks. Its ETag is the same as with comments. */
export const releaseWithoutComments = cachedRelease('release without comments', false);

/** The current state of a template or a live release, for template routes: some clients send release ids to them. */
export const currentPlan = cachedRelease('template or release', true, 'template');

/** The current state of a template. */
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

/** The current state of a task in a live release or template. */
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
