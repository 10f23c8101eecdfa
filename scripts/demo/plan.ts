import type { Api } from './client.ts';
import type { Release } from './shapes.ts';

const build = [{ title: 'Compile ${version}' }, { title: 'Run the tests' }];
const quality = [
  {
    title: 'Check the candidate',
    type: 'rel.ParallelGroup',
    tasks: [{ title: 'Test manually' }, { title: 'Measure the load' }, { title: 'Review the changelog' }],
  },
  {
    title: 'Ready for production?',
    type: 'rel.GateTask',
    conditions: [{ title: 'Operations agree' }, { title: 'No objections' }],
  },
];
const production = [
  { title: 'Deploy ${version}' },
  { title: 'Look at the dashboards' },
  { title: 'Announce the release' },
];

const phases = [
  { title: 'Build', color: '#009CDB', tasks: build },
  { title: 'Quality', color: '#FFAB00', tasks: quality },
  { title: 'Production', color: '#08B153', tasks: production },
];

/** Creates the template of the demo: three phases, a variable, a parallel group and a gate. */
export async function makeTemplate(api: Api): Promise<Release> {
  const version = {
    key: 'version',
    type: 'rel.StringVariable',
    requiresValue: true,
    showOnReleaseStart: true,
    value: '',
  };
  return await api.post<Release>('/templates', {
    type: 'rel.Release',
    title: 'Demo: build, check, deploy',
    variables: [version],
    phases: phases.map(({ tasks, ...phase }) => ({ ...phase, type: 'rel.Phase', tasks: tasks.map(withType) })),
  });
}

interface TaskSketch {
  readonly title: string;
  readonly type?: string;
  readonly tasks?: readonly TaskSketch[];
}

const withType = (task: TaskSketch): TaskSketch => ({
  type: 'rel.Task',
  ...task,
  ...(task.tasks && { tasks: task.tasks.map(withType) }),
});
