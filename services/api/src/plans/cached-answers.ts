import { type Caller, idCandidates, toRead } from '@slipway/domain';
import { readStanding, type StandingKind } from '@slipway/persistence';
import { surroundingsOf } from '../calendar/surroundings.ts';
import type { Whole } from '../context/answer-caches.ts';
import type { Deps } from '../context/deps.ts';
import { type Made, madeOf } from '../http/made-of.ts';
import type { Subject } from '../http/route.ts';
import { Tagged } from '../http/tagged.ts';
import { archivedView, releaseOrTemplate, taskView, templateView } from './reads.ts';
import { audienceOf, shownRelease, shownTask } from './shown.ts';
import { tagFor } from './tag.ts';

/** A kind of answers that are cached. */
interface Kind {
  /** part of the keys in the caches */
  readonly name: string;
  readonly ids: 'Release' | 'Task';
  readonly standing: StandingKind;
  /** whether it shows what its caller may do */
  readonly tellsPermissions: boolean;
  /** Reads and renders it. Throws NotFound, Forbidden. */
  readonly read: (
    deps: Deps,
    written: string,
    caller: Caller,
  ) => Promise<{ readonly id: string; readonly answer: object }>;
}

/**
 * An answer as a poller wants it. Where this process has rendered it before, one statement that reads no tree tells
 * its tag (and another one the blackouts, when those have changed), and while that is the same, the text is there;
 * otherwise it is read and rendered. Throws NotFound, Forbidden.
 */
const current =
  (kind: Kind): Subject =>
  async (deps, written, caller) => {
    const known = await asKnown(deps, kind, written, caller);
    if (known !== null) return known;
    const { made, whole } = await render(deps, kind, written, caller);
    return new Tagged({ tag: made.tag, ...made.standing }, async () => whole);
  };

const audienceFor = ({ tellsPermissions }: Kind, caller: Caller): string =>
  tellsPermissions ? audienceOf(caller) : '';

async function asKnown(deps: Deps, kind: Kind, written: string, caller: Caller): Promise<Tagged | null> {
  const [id] = idCandidates(kind.ids, written);
  const references = deps.answers.references.get(`${kind.name} ${id}`);
  if (references === undefined) return null;
  const standing = await readStanding(deps.database, kind.standing, id, references.named);
  if (standing?.version !== references.version) return null;
  const audience = audienceFor(kind, caller);
  const tag = tagFor(standing, await surroundingsOf(deps, standing), deps.config.typePrefix, audience);
  return new Tagged({ tag, ...standing }, async () => {
    const text = deps.answers.texts.get(`${kind.name} ${id} ${audience}`);
    return text?.tag === tag ? text : (await render(deps, kind, written, caller)).whole;
  });
}

interface Rendered {
  readonly made: Made;
  readonly whole: Whole;
}

async function render(deps: Deps, kind: Kind, written: string, caller: Caller): Promise<Rendered> {
  const { answer, id } = await kind.read(deps, written, caller);
  const made = madeOf(answer);
  if (made === null) throw new Error('an answer has no tag');
  const whole = { tag: made.tag, json: Buffer.from(JSON.stringify(answer)) };
  const { references, texts } = deps.answers;
  references.put(`${kind.name} ${id}`, { version: made.standing.version, named: made.named });
  texts.put(`${kind.name} ${id} ${audienceFor(kind, caller)}`, whole);
  return { made, whole };
}

/** A live release as it is now, or a template under the id of one. */
export const currentRelease = current({
  name: 'release',
  ids: 'Release',
  standing: 'release',
  tellsPermissions: true,
  read: async (deps, written, caller) => {
    const view = await releaseOrTemplate(deps, caller, written, { permission: toRead.template });
    return { id: view.release.id, answer: await shownRelease(deps, view, caller) };
  },
});

/** A template as it is now. */
export const currentTemplate = current({
  name: 'template',
  ids: 'Release',
  standing: 'release',
  tellsPermissions: true,
  read: async (deps, written, caller) => {
    const view = await templateView(deps, written);
    return { id: view.release.id, answer: await shownRelease(deps, view, caller) };
  },
});

/** An archived release. */
export const archivedRelease = current({
  name: 'archived release',
  ids: 'Release',
  standing: 'archived',
  tellsPermissions: true,
  read: async (deps, written, caller) => {
    const view = await archivedView(deps, written);
    return { id: view.release.id, answer: await shownRelease(deps, view, caller) };
  },
});

/** A task of a live release or template as it is now. */
export const currentTask = current({
  name: 'task',
  ids: 'Task',
  standing: 'task',
  tellsPermissions: false,
  read: async (deps, written) => {
    const view = await taskView(deps, written);
    return { id: view.task.id, answer: await shownTask(deps, view) };
  },
});
