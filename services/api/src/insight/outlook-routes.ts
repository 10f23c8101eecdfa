import { setImmediate } from 'node:timers/promises';
import { type AutomatedTypes, neededToRead, type PreviewContext, preview, progressOf } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence';
import { automatedTypes } from '@slipway/plugins';
import { candidatesOf, preconditionsIn, seenReleases, surroundingsOf } from '@slipway/resources';
import { list, type OutlookAnswer, outlookAnswer, showOutlook, under } from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';
import { endsSeen, targetsIn } from './foresight.ts';

const most = 100;

const idsBody = z
  .array(z.string({ error: 'expected the id of a release' }), { error: 'expected an array of ids' })
  .max(most, { error: `expected at most ${most} ids` })
  .readonly()
  .describe('ids of releases in any form');

interface Ahead {
  readonly targets: PreviewContext['targets'];
  readonly automated: AutomatedTypes;
}

async function outlookOf(deps: Deps, view: ReleaseView, { targets, automated }: Ahead): Promise<OutlookAnswer> {
  const { release, rest, folderPath, version } = view;
  const { blackouts, now } = await surroundingsOf(deps, view);
  const preconditions = preconditionsIn(rest);
  const estimate = preview(release, { now, blackouts, preconditions, targets, automatedTypes: automated });
  const id = under(folderPath.join('/'), release.id);
  const { endDate: endsAt, defaultDurations } = estimate;
  return showOutlook({ id, version, progress: progressOf(release), endsAt, defaultDurations });
}

/** Two statements find and weigh them; each batch takes four, and what its gates wait for two more. */
async function outlooks(deps: Deps, caller: Person, written: readonly string[]): Promise<readonly OutlookAnswer[]> {
  const ids = [...new Set(written.flatMap((id) => candidatesOf('Release', id)))];
  const automated = automatedTypes(await deps.plugins.current());
  const answers: OutlookAnswer[] = [];
  for await (const views of seenReleases(deps, caller, ids)) {
    const wanted = [...new Set(views.flatMap(({ release }) => targetsIn(release)))];
    const targets = wanted.length === 0 ? new Map() : await endsSeen(deps, caller, wanted);
    for (const view of views) {
      answers.push(await outlookOf(deps, view, { targets, automated }));
      // Yields: plans of thousands of tasks would block other requests.
      await setImmediate();
    }
  }
  return answers;
}

/** How far releases have come, for lists of them (this service's own). */
export const outlookRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/releases/outlook',
    name: 'getReleaseOutlooks',
    summary: 'The progress and the estimated end of live releases that the caller may see',
    needs: { lists: neededToRead.release },
    reads: true,
    body: idsBody,
    reply: list(outlookAnswer),
    answer: (deps, { caller, body }) => outlooks(deps, caller, body),
  }),
];
