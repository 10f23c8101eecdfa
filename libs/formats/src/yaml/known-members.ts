import { taskTypeNamed } from '@slipway/domain';
import { phaseDefaults, taskDefaults, templateDefaults, variableDefaults } from './defaults.ts';
import { ownDefaults } from './task-forms.ts';
import { nameOf } from './type-names.ts';

const names = (text: string): readonly string[] => text.split(' ');

/** The members that documents may write of a part, and those of answers and older documents that are ignored. */
export interface KnownMembers {
  readonly written: readonly string[];
  readonly ignored: readonly string[];
}

/** Members of responses for the position and the run of a part. */
const answered = names(
  'id ciUid $token $metadata status startDate endDate flagged overdueNotified releaseUid originId release container url type',
);
const ofTasks = names(
  'comments attachments failuresCount executionId hasBeenFlagged hasBeenDelayed postponedDueToBlackout priority ' +
    'postponedUntilEnvironmentsAreReserved originalScheduledStartDate dueSoonNotified maxCommentSize createdReleaseId ' +
    'statusLine flaggedCount delayedCount dueSoon overdue taskType phase keepPreviousOutputPropertiesOnRetry',
);
const ofReleases = names(
  'teams releaseAttachments calendarLinkToken originTemplateId createdFromTrigger startedFromTaskId automatedResumeCount ' +
    'maxAutomatedResumes abortComment realFlagStatus queryableStartDate queryableEndDate rootReleaseId ' +
    'defaultTargetFolderId syntheticProperties owner workflowName',
);

export const knownMembers = {
  document: { written: names('apiVersion kind metadata spec'), ignored: [] },
  metadata: { written: names('home path'), ignored: names('name description author version') },
  folder: {
    written: names('directory folder name title type children gitConnection scmPath branch'),
    ignored: [...answered, 'description'],
  },
  template: {
    written: [
      ...names('template workflow name title type phases variables triggers releaseTriggers attachments'),
      ...Object.keys(templateDefaults),
    ],
    ignored: [...answered, ...ofReleases],
  },
  phase: { written: [...names('phase name title type tasks'), ...Object.keys(phaseDefaults)], ignored: answered },
  variable: { written: ['key', 'type', ...Object.keys(variableDefaults)], ignored: [...answered, 'folderId', 'title'] },
  trigger: {
    written: names(
      'name title type description enabled allowParallelExecution pollType periodicity timeZone catchUp initialFire ' +
        'eventSource eventType eventFilter mappedProperties triggerActionType releaseTitle template releaseFolder tags ' +
        'variables script abortScript',
    ),
    ignored: [
      ...answered,
      ...names(
        'folderId triggerState executionId lastRunDate lastRunStatus nextFireDate containerId internalProperties',
      ),
    ],
  },
  release: { written: names('name title template folder variables scheduledStartDate autoStart'), ignored: answered },
  permissions: { written: names('directory folder template teams global'), ignored: [] },
  team: { written: names('name teamName members users roles permissions'), ignored: answered },
  user: { written: names('username name enabled loginAllowed email fullName password'), ignored: [] },
  role: { written: names('name role principals permissions'), ignored: answered },
} as const satisfies Readonly<Record<string, KnownMembers>>;

/** The members of a task of one of our own types, given as `rel.Name`; null for a plugin's type, which may have any. */
export function membersOfTask(type: string): KnownMembers | null {
  const name = nameOf(type);
  const known = name === null ? undefined : taskTypeNamed(name);
  if (known === undefined || known.properties.some(({ name: property }) => property === 'pythonScript')) return null;
  const own = known.properties.map((property) => property.name);
  return {
    written: [
      ...names('name task title type tasks'),
      ...Object.keys(taskDefaults),
      ...Object.keys(ownDefaults(type)),
      ...own,
    ],
    ignored: [...answered, ...ofTasks],
  };
}
