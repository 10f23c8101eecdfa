import { gateName, parallelGroupName } from '../../components/marks/task-kinds.ts';

interface SampleTask {
  readonly title: string;
  /** The name of a built-in type without its prefix; absent: a manual task. */
  readonly type?: typeof gateName | typeof parallelGroupName;
  readonly tasks?: readonly SampleTask[];
  readonly conditions?: readonly { readonly title: string }[];
}

/** A template for the first steps. */
export interface Sample {
  readonly title: string;
  /** One sentence about its phases. */
  readonly summary: string;
  readonly phases: readonly { readonly title: string; readonly tasks: readonly SampleTask[] }[];
}

const manual = (...titles: readonly string[]): readonly SampleTask[] => titles.map((title) => ({ title }));
const parallel = (title: string, ...titles: readonly string[]): SampleTask => ({
  ...{ title, type: parallelGroupName },
  tasks: manual(...titles),
});
const gate = (title: string, ...conditions: readonly string[]): SampleTask => ({
  ...{ title, type: gateName },
  conditions: conditions.map((condition) => ({ title: condition })),
});

/** The samples in the list of templates, if it is empty. */
export const samples: readonly Sample[] = [
  {
    title: 'Web application',
    summary: 'Build, verify on staging, approve, deploy.',
    phases: [
      { title: 'Build', tasks: manual('Build the release', 'Run unit tests') },
      {
        title: 'Verify',
        tasks: [
          ...manual('Deploy to staging'),
          parallel('Verification', 'End-to-end tests', 'Load test', 'Security scan'),
          gate('Ready for production', 'Test report reviewed', 'No open blockers'),
        ],
      },
      { title: 'Production', tasks: manual('Deploy to production', 'Smoke test', 'Announce the release') },
    ],
  },
  {
    title: 'Hotfix',
    summary: 'One short path to production, with a gate.',
    phases: [
      { title: 'Fix', tasks: manual('Build the fix', 'Test the fix') },
      {
        title: 'Production',
        tasks: [gate('Approved by the owner', 'Rollback is prepared'), ...manual('Deploy to production', 'Watch')],
      },
    ],
  },
  {
    title: 'Mobile app',
    summary: 'Build, test on devices, roll out in steps.',
    phases: [
      { title: 'Build', tasks: manual('Build and sign', 'Upload to the store') },
      { title: 'Test', tasks: [parallel('Device tests', 'Phones', 'Tablets'), ...manual('Collect beta feedback')] },
      { title: 'Rollout', tasks: manual('Release to 10%', 'Release to all', 'Watch crash reports') },
    ],
  },
];

const taskBody = ({ type, tasks, ...task }: SampleTask, prefix: string): object => ({
  ...task,
  type: `${prefix}.${type ?? 'Task'}`,
  ...(tasks && { tasks: tasks.map((child) => taskBody(child, prefix)) }),
});

/** Returns the body of the request that creates a sample. `prefix` precedes the names of the built-in types. */
export const sampleBody = ({ title, phases }: Sample, prefix: string): object => ({
  title,
  phases: phases.map((phase) => ({ title: phase.title, tasks: phase.tasks.map((task) => taskBody(task, prefix)) })),
});
