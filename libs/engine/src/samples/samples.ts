import { rootFolderId } from '@slipway/domain/ids';
import {
  blankRequirement,
  gateType,
  type PhaseDraft,
  parallelGroupType,
  type TaskDraft,
  type TemplateDraft,
} from '@slipway/domain/model';
import { adminUser } from '@slipway/domain/people';
import type { Database } from '@slipway/persistence/database';
import { createFolder } from '@slipway/persistence/folders';
import { newId } from '../environment/ids.ts';
import { teamsOfNewFolder } from '../people/new-plan-teams.ts';
import type { Person } from '../people/person.ts';
import { automaticTemplate } from './running-samples.ts';

/** The folder of the samples (compatibility.md, First user and samples). */
export const sampleFolder = { id: 'FolderSamplesAndTutorials', title: 'Samples & Tutorials' } as const;

/** An empty folder for experiments. Clients of the product family expect two top-level folders in a new system. */
const playground = { id: 'FolderPlayground', title: 'Playground' } as const;

const manual = (title: string, description: string): TaskDraft => ({ title, description });

const tour: readonly PhaseDraft[] = [
  {
    title: 'Look around',
    tasks: [
      {
        ...manual(
          'Read this task',
          'A release runs through its phases from left to right, and through the tasks of a phase from top to bottom. Complete this task, and the next one starts.',
        ),
        owner: adminUser,
      },
      manual('Comment on a task', 'The task keeps your comment.'),
    ],
  },
  {
    title: 'Work together',
    tasks: [
      {
        title: 'All at once',
        type: parallelGroupType,
        description: 'The tasks of a parallel group start together; the group is done when all of them are.',
        tasks: [
          manual('One half', 'Complete me or skip me.'),
          manual('The other half', 'Fail me, look at the release, and retry me.'),
        ],
      },
      {
        title: 'Go or no go?',
        type: gateType,
        description: 'A gate can be completed when its conditions are fulfilled.',
        conditions: [
          { id: '', title: 'I have seen a parallel group' },
          { id: '', title: 'I know how to retry a task' },
        ],
      },
    ],
  },
  {
    title: 'Finish',
    tasks: [manual('Complete the last task', 'When the last task of the last phase is done, so is the release.')],
  },
];

const pipeline: readonly PhaseDraft[] = [
  {
    title: 'Build',
    color: '#009CDB',
    tasks: [manual('Build ${version}', 'Compile and package the version.'), manual('Run the tests', 'All of them.')],
  },
  {
    title: 'Quality',
    color: '#FFAB00',
    tasks: [
      {
        title: 'Check ${version}',
        type: parallelGroupType,
        tasks: [
          manual('Test manually', 'Follow the list of what to try.'),
          manual('Measure it under load', 'Compare with the last version.'),
        ],
      },
      {
        title: 'Go-live ${version}',
        type: gateType,
        description: 'A member of the team approves the version. The gate then completes.',
        approvalRequirements: [{ ...blankRequirement, team: 'Release Admin', fourEyes: false }],
      },
    ],
  },
  {
    title: 'Production',
    color: '#08B153',
    tasks: [
      manual('Deploy ${version} to ${environment}', 'Follow the run book.'),
      manual('Announce the release', 'Describe the changes of ${version}.'),
    ],
  },
];

const setUp: readonly PhaseDraft[] = [
  {
    title: 'Connect',
    tasks: [
      manual(
        'Share the address of Slipway',
        'Give your build server this address, and add a webhook endpoint for your repository host. The page /docs has every call, with a form to try it.',
      ),
    ],
  },
];

/**
 * The templates of a new database (compatibility.md, First user and samples). Acceptance tests of the product family
 * copy the first template by its id, and check its first phase and task.
 */
const sampleTemplates: readonly TemplateDraft[] = [
  {
    id: 'ReleaseTemplate_configure',
    title: 'Set up Slipway',
    description: 'Settings to check before others use it.',
    tags: ['tutorial'],
    tutorial: true,
    phases: setUp,
  },
  {
    id: 'ReleaseWelcome',
    title: 'Welcome to Slipway',
    description: 'A short tour of phases, tasks, groups and gates.',
    tags: ['tutorial'],
    tutorial: true,
    phases: tour,
  },
  {
    id: 'ReleaseBuildTestDeploy',
    title: 'Build, test, deploy',
    description: 'A version on its way to production.',
    tags: ['sample'],
    variables: [
      {
        key: 'version',
        type: 'StringVariable',
        label: 'Version',
        description: 'The version to release, for example 1.4.0',
      },
      {
        key: 'environment',
        type: 'StringVariable',
        value: 'production',
        label: 'Environment',
        description: 'Where it goes',
        showOnReleaseStart: false,
      },
    ],
    phases: pipeline,
  },
  automaticTemplate,
];

interface TemplateCreator {
  createTemplate(draft: TemplateDraft, folderId: string, caller: Person): Promise<unknown>;
}

/**
 * Creates the first folders and the sample templates. Throws Conflict if a folder exists (compatibility.md, First user
 * and samples).
 */
export async function addSamples(database: Database, engine: TemplateCreator, caller: Person): Promise<void> {
  const actor = { username: caller.username, address: null };
  const add = (folder: typeof sampleFolder | typeof playground) => {
    const ownTeams = { teams: teamsOfNewFolder(caller), actor };
    return createFolder(database, { ...folder, parentId: rootFolderId, freshId: newId('Folder'), own: ownTeams });
  };
  const { id } = await add(sampleFolder);
  await add(playground);
  for (const template of sampleTemplates) await engine.createTemplate(template, id, caller);
}
