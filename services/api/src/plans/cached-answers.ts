import { type Caller, idCandidates } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { readValidators, type StoredValidators, type ValidatorSource, type Validators } from '@slipway/persistence';
import {
  archivedReleaseNamed,
  hold,
  planNamed,
  type Rendered,
  renderRelease,
  renderTask,
  seenAmong,
  surroundingsOf,
  taskNamed,
  templateNamed,
} from '@slipway/resources';
import type { TaggedText } from '../context/answer-caches.ts';
import type { Deps } from '../context/deps.ts';
import type { Subject } from '../http/route.ts';
import { TaggedAnswer } from '../http/tagged-answer.ts';
import { audienceOf, placeOf, tagFor } from './tag.ts';

/** What is cached in the same way. */
interface Kind<T> {
  /** part of the keys in the caches */
  readonly name: string;
  /** what a refusal calls it */
  readonly what: string;
  readonly ids: 'Release' | 'Task';
  readonly validators: ValidatorSource;
  /** whether it shows what its caller may do */
  readonly tellsPermissions: boolean;
  /** Reads and renders it. Throws NotFound, Forbidden. */
  readonly read: (
    deps: Deps,
    written: string,
    caller: Person,
  ) => Promise<{ readonly id: string; readonly rendered: Rendered<T> }>;
}

/**
 * Responds from the cache while it is valid. For a cached response, one statement that reads no plan returns its ETag,
 * and another one the blackouts if these have changed. With an equal ETag the cached text is sent, otherwise the
 * object is read and rendered. Throws NotFound, Forbidden.
 */
const current =
  <T>(kind: Kind<T>): Subject<T> =>
  async (deps, written, caller) => {
    const known = await knownAnswer(deps, kind, written, caller);
    if (known !== null) return known;
    const { rendered, text } = await render(deps, kind, written, caller);
    return new TaggedAnswer({ tag: text.tag, ...rendered.validators }, async () => text);
  };

const audienceFor = ({ tellsPermissions }: Kind<unknown>, caller: Caller): string =>
  tellsPermissions ? audienceOf(caller) : '';

/** Validators for a caller: invisible references count as missing. */
async function validatorsFor(stored: StoredValidators, person: Person): Promise<Validators> {
  const seen = await seenAmong(person, stored.standings);
  return { ...stored, elsewhere: new Map([...stored.elsewhere].filter(([id]) => seen.has(id))) };
}

async function knownAnswer<T>(
  deps: Deps,
  kind: Kind<T>,
  written: string,
  person: Person,
): Promise<TaggedAnswer<T> | null> {
  const [id] = idCandidates(kind.ids, written);
  const known = deps.caches.references.get(`${kind.name} ${id}`);
  if (known === undefined) return null;
  const stored = await readValidators(deps.database, kind.validators, id, known.references);
  if (stored?.version !== known.version) return null;
  const audience = audienceFor(kind, await hold(person, stored.standing, { what: kind.what, written }));
  const validators = await validatorsFor(stored, person);
  const { mark } = await surroundingsOf(deps, validators);
  const tag = tagFor(validators, mark, deps.typePrefix, audience);
  return new TaggedAnswer({ tag, ...validators }, async () => {
    const text = deps.caches.texts.get(`${kind.name} ${id} ${audience}`);
    return text?.tag === tag ? text : (await render(deps, kind, written, person)).text;
  });
}

interface RenderedText<T> {
  readonly rendered: Rendered<T>;
  readonly text: TaggedText;
}

async function render<T>(deps: Deps, kind: Kind<T>, written: string, person: Person): Promise<RenderedText<T>> {
  const { rendered, id } = await kind.read(deps, written, person);
  const { answer, validators, calendarMark, references } = rendered;
  const audience = audienceFor(kind, await person.at(placeOf(validators)));
  const tag = tagFor(validators, calendarMark, deps.typePrefix, audience);
  const text = { tag, json: Buffer.from(JSON.stringify(answer)) };
  deps.caches.references.set(`${kind.name} ${id}`, { version: validators.version, references });
  deps.caches.texts.set(`${kind.name} ${id} ${audience}`, text);
  return { rendered, text };
}

const releaseOf = (name: string, comments: boolean, what = 'release') =>
  current({
    name,
    what,
    ids: 'Release',
    validators: 'release',
    tellsPermissions: true,
    read: async (deps, written, caller) => {
      const view = await planNamed(deps.database, caller, written, { comments, what });
      return { id: view.release.id, rendered: await renderRelease(deps, view, caller) };
    },
  });

/** A live release as it is now, or a template under the id of one. */
export const currentRelease = releaseOf('release', true);

/** The same under the same tag, but for the comments of its tasks. */
export const releaseWithoutComments = releaseOf('release without comments', false);

/** The same where a call for templates reads: clients send ids of releases to it. */
export const currentPlan = releaseOf('template or release', true, 'template');

/** A template as it is now. */
export const currentTemplate = current({
  name: 'template',
  what: 'template',
  ids: 'Release',
  validators: 'release',
  tellsPermissions: true,
  read: async (deps, written, caller) => {
    const view = await templateNamed(deps.database, caller, written);
    return { id: view.release.id, rendered: await renderRelease(deps, view, caller) };
  },
});

/** An archived release. */
export const archivedRelease = current({
  name: 'archived release',
  what: 'release',
  ids: 'Release',
  validators: 'archived',
  tellsPermissions: true,
  read: async (deps, written, caller) => {
    const view = await archivedReleaseNamed(deps.database, caller, written);
    return { id: view.release.id, rendered: await renderRelease(deps, view, caller) };
  },
});

/** A task of a live release or template as it is now. */
export const currentTask = current({
  name: 'task',
  what: 'task',
  ids: 'Task',
  validators: 'task',
  tellsPermissions: false,
  read: async (deps, written, caller) => {
    const view = await taskNamed(deps.database, caller, written);
    return { id: view.task.id, rendered: await renderTask(deps, view, caller) };
  },
});
