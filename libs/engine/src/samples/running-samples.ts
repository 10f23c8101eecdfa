import {
  hasOwnScript,
  manualType,
  type PhaseDraft,
  parallelGroupType,
  type TaskDraft,
  type TemplateDraft,
  typesWhere,
} from '@slipway/domain/model';
import type { CreateReleaseRequest } from '@slipway/domain/templates';
import type { Person } from '../people/person.ts';

interface ReleaseCreator {
  createRelease(templateId: string, order: CreateReleaseRequest, caller: Person): Promise<unknown>;
}

const [scriptTask = manualType] = typesWhere(hasOwnScript);

/** A script that runs for this time. */
const automatic = (title: string, seconds: number): TaskDraft => ({
  title,
  type: scriptTask,
  plannedDuration: seconds,
  properties: {
    script: `// language: javascript\nsleep(${seconds});\nprint('${title}: done after ${seconds} seconds');`,
  },
});

const stages: readonly PhaseDraft[] = [
  { title: 'Build', color: '#009CDB', tasks: [automatic('Compile', 10), automatic('Package', 20)] },
  {
    title: 'Quality',
    color: '#FFAB00',
    tasks: [
      {
        title: 'Tests',
        type: parallelGroupType,
        tasks: [automatic('Unit tests', 20), automatic('Load tests', 40), automatic('Scan', 30)],
      },
      automatic('Sum up', 15),
    ],
  },
  {
    title: 'Production',
    color: '#08B153',
    tasks: [automatic('Deploy', 40), automatic('Watch it', 45), automatic('Announce the release', 10)],
  },
];

/** A template with automatic tasks only. Its releases end within four minutes. */
export const automaticTemplate: TemplateDraft = {
  id: 'ReleaseRunsByItself',
  title: 'Runs by itself',
  description: 'Scripts that wait a little, as builds and tests do: watch it run.',
  tags: ['sample'],
  phases: stages,
};

const defaultOrder: Omit<CreateReleaseRequest, 'releaseTitle'> = {
  folderId: null,
  variables: {},
  scheduledStartDate: null,
  autoStart: false,
  startedFromTaskId: null,
  releaseOwner: null,
};
const startDelayMs = 90_000;

/**
 * Creates releases for the first visitor: one for a tour, one that runs automatically, and one that starts
 * after 90 seconds. They end, and start no others. `now` is in epoch milliseconds.
 */
export async function startSamples(engine: ReleaseCreator, caller: Person, now: number): Promise<void> {
  const start = { ...defaultOrder, startsNow: true };
  const later = { ...defaultOrder, scheduledStartDate: now + startDelayMs, autoStart: true };
  await engine.createRelease('ReleaseWelcome', { ...start, releaseTitle: 'Welcome to Slipway' }, caller);
  await engine.createRelease('ReleaseRunsByItself', { ...start, releaseTitle: 'Nightly build 1' }, caller);
  await engine.createRelease('ReleaseRunsByItself', { ...later, releaseTitle: 'Nightly build 2' }, caller);
}
