import { expect, test } from 'vitest';
import { blankCreation } from '../model/own-fields.ts';
import { plan } from '../testing/notation.ts';
import { referencesOfPhase, referencesOfRelease, referencesOfTasks } from './references.ts';

const release = {
  ...plan('Build: group.[gate. make.] | Ship: copy.', {
    task: {
      gate: {
        type: 'GateTask',
        dependencies: [
          { id: 'Dependency1', target: 'Release7' },
          { id: 'Dependency2', target: '${target}' },
          { id: 'Dependency3', target: '' },
        ],
      },
      make: {
        type: 'CreateReleaseTask',
        creation: { ...blankCreation, templateId: 'Release8', folderId: 'Applications/Folder9' },
      },
    },
  }),
  originTemplateId: 'Release1',
};

test('a release refers to its template, gate targets and releases to create, without placeholders and paths', () => {
  expect(referencesOfRelease(release)).toEqual(['Release1', 'Release7', 'Release8']);
});

test('a release refers to the task that created it, and copies refer to their originals', () => {
  const copies = release.phases.map((phase) => ({
    ...phase,
    originId: `${phase.id}x`,
    tasks: phase.tasks.map((task) => ({ ...task, originId: `${task.id}x` })),
  }));
  expect(referencesOfRelease({ ...release, startedFromTaskId: 'Task5', phases: copies })).toEqual([
    'Release1',
    'Task5',
    'PhaseBuildx',
    'Taskgroupx',
    'Release7',
    'Release8',
    'PhaseShipx',
    'Taskcopyx',
  ]);
});

test('the references of a phase and of tasks', () => {
  const [build, ship] = release.phases;
  expect(build && referencesOfPhase(build)).toEqual(['Release7', 'Release8']);
  expect(ship && referencesOfTasks(ship.tasks)).toEqual([]);
});
