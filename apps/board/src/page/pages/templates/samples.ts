import { gateName, parallelGroupName } from '../../components/marks/task-kinds.ts';
import { t } from '../../navigation/text.ts';

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
    title: t('Web application'),
    summary: t('Build, verify on staging, approve, deploy.'),
    phases: [
      { title: t('Build'), tasks: manual(t('Build the release'), t('Run unit tests')) },
      {
        title: t('Verify'),
        tasks: [
          ...manual(t('Deploy to staging')),
          parallel(t('Verification'), t('End-to-end tests'), t('Load test'), t('Security scan')),
          gate(t('Ready for production'), t('Test report reviewed'), t('No open blockers')),
        ],
      },
      { title: t('Production'), tasks: manual(t('Deploy to production'), t('Smoke test'), t('Announce the release')) },
    ],
  },
  {
    title: t('Hotfix'),
    summary: t('One short path to production, with a gate.'),
    phases: [
      { title: t('Fix'), tasks: manual(t('Build the fix'), t('Test the fix')) },
      {
        title: t('Production'),
        tasks: [
          gate(t('Approved by the owner'), t('Rollback is prepared')),
          ...manual(t('Deploy to production'), t('Watch')),
        ],
      },
    ],
  },
  {
    title: t('Mobile app'),
    summary: t('Build, test on devices, roll out in steps.'),
    phases: [
      { title: t('Build'), tasks: manual(t('Build and sign'), t('Upload to the store')) },
      {
        title: t('Test'),
        tasks: [parallel(t('Device tests'), t('Phones'), t('Tablets')), ...manual(t('Collect beta feedback'))],
      },
      { title: t('Rollout'), tasks: manual(t('Release to 10%'), t('Release to all'), t('Watch crash reports')) },
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
