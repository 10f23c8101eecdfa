import { type Caller, idCandidates, toRead } from '@slipway/domain';
import { type ReleaseView, readStanding, type StandingKind } from '@slipway/persistence';
import { surroundingsOf } from './calendar.ts';
import type { Deps } from './deps.ts';
import { Tagged, type Whole } from './http/tagged.ts';
import { type Made, madeOf } from './made-of.ts';
import { archivedView, releaseOrTemplate, taskView, templateView } from './reads.ts';
import { audienceOf, shownRelease, shownTask } from './shown.ts';
import { tagFor } from './tag.ts';

/** What answers carry tags: the object that the first parameter of a path names. */
export type Subject = 'release' | 'template' | 'archived release' | 'task';

const kinds: Record<Subject, StandingKind> = {
  release: 'release',
  template: 'release',
  'archived release': 'archived',
  task: 'task',
};

interface Polling {
  readonly subject: Subject;
  /** an id in any of its forms */
  readonly written: string;
  readonly caller: Caller;
}

/**
 * An answer as a poller wants it. Where this process has rendered it before, one statement that reads no tree tells
 * its tag (and another one the blackouts, when those have changed), and while that is the same, the text is there; otherwise it is read and rendered. Throws NotFound.
 */
export async function polled(deps: Deps, polling: Polling): Promise<Tagged> {
  const known = await asKnown(deps, polling);
  if (known !== null) return known;
  const { made, whole } = await render(deps, polling);
  return new Tagged({ tag: made.tag, ...made.standing }, async () => whole);
}

async function asKnown(deps: Deps, polling: Polling): Promise<Tagged | null> {
  const { subject, written, caller } = polling;
  const [id] = idCandidates(subject === 'task' ? 'Task' : 'Release', written);
  const references = deps.answers.references.get(`${subject} ${id}`);
  if (references === undefined) return null;
  const standing = await readStanding(deps.database, kinds[subject], id, references.named);
  if (standing?.version !== references.version) return null;
  const audience = subject === 'task' ? '' : audienceOf(caller);
  const tag = tagFor(standing, await surroundingsOf(deps, standing), deps.config.typePrefix, audience);
  return new Tagged({ tag, ...standing }, async () => {
    const text = deps.answers.texts.get(`${subject} ${id} ${audience}`);
    return text?.tag === tag ? text : (await render(deps, polling)).whole;
  });
}

async function render(deps: Deps, polling: Polling): Promise<{ readonly made: Made; readonly whole: Whole }> {
  const { subject, caller } = polling;
  const { answer, id } = await shown(deps, polling);
  const made = madeOf(answer);
  if (made === null) throw new Error('an answer has no tag');
  const whole = { tag: made.tag, json: Buffer.from(JSON.stringify(answer)) };
  const { references, texts } = deps.answers;
  references.put(`${subject} ${id}`, { version: made.standing.version, named: made.named });
  texts.put(`${subject} ${id} ${subject === 'task' ? '' : audienceOf(caller)}`, whole);
  return { made, whole };
}

async function shown(deps: Deps, { subject, written, caller }: Polling): Promise<{ answer: object; id: string }> {
  switch (subject) {
    case 'task': {
      const view = await taskView(deps, written);
      return { answer: await shownTask(deps, view), id: view.task.id };
    }
    case 'release':
      return await shownView(
        deps,
        await releaseOrTemplate(deps, caller, written, { permission: toRead.template }),
        caller,
      );
    case 'template':
      return await shownView(deps, await templateView(deps, written), caller);
    case 'archived release':
      return await shownView(deps, await archivedView(deps, written), caller);
  }
}

const shownView = async (deps: Deps, view: ReleaseView, caller: Caller) => ({
  answer: await shownRelease(deps, view, caller),
  id: view.release.id,
});
