/**
 * The reader of a client that was generated from the family's OpenAPI document. Each member has one type, and null is
 * not valid. A member of the wrong type makes the whole response unreadable. Unknown members are ignored.
 */
type Shape = Readonly<Record<string, string>>;

const item: Shape = {
  id: 'text',
  type: 'text',
  title: 'text',
  description: 'text',
  owner: 'text',
  scheduledStartDate: 'date',
  dueDate: 'date',
  startDate: 'date',
  endDate: 'date',
  plannedDuration: 'int',
  flagStatus: 'OK|ATTENTION_NEEDED|AT_RISK',
  flagComment: 'text',
  overdueNotified: 'flag',
};

const task: Shape = {
  ...item,
  comments: 'Comment[]',
  container: 'any',
  facets: 'object[]',
  attachments: 'object[]',
  status:
    'PLANNED|PENDING|IN_PROGRESS|QUEUED|ABORT_SCRIPT_QUEUED|FAILURE_HANDLER_QUEUED|COMPLETED|COMPLETED_IN_ADVANCE|SKIPPED|SKIPPED_IN_ADVANCE|FAILED|FAILING|ABORTED|PRECONDITION_IN_PROGRESS|WAITING_FOR_INPUT|FAILURE_HANDLER_IN_PROGRESS|FACET_CHECK_IN_PROGRESS|ABORT_SCRIPT_IN_PROGRESS',
  team: 'text',
  watchers: 'text[]',
  waitForScheduledStartDate: 'flag',
  delayDuringBlackout: 'flag',
  postponedDueToBlackout: 'flag',
  postponedUntilEnvironmentsAreReserved: 'flag',
  originalScheduledStartDate: 'date',
  hasBeenFlagged: 'flag',
  hasBeenDelayed: 'flag',
  precondition: 'text',
  failureHandler: 'text',
  taskFailureHandlerEnabled: 'flag',
  taskRecoverOp: 'SKIP_TASK|RESTART_PHASE|RUN_SCRIPT',
  failuresCount: 'int',
  executionId: 'text',
  variableMapping: 'text{}',
  externalVariableMapping: 'text{}',
  tags: 'text[]',
  configurationUri: 'text',
  dueSoonNotified: 'flag',
  locked: 'flag',
  checkAttributes: 'flag',
  abortScript: 'text',
  tasks: 'Task[]',
  conditions: 'GateCondition[]',
  dependencies: 'Dependency[]',
};

const models: Readonly<Record<string, Shape>> = {
  Release: {
    ...item,
    maxConcurrentReleases: 'int',
    releaseTriggers: 'object[]',
    teams: 'Team[]',
    memberViewers: 'text[]',
    roleViewers: 'text[]',
    attachments: 'object[]',
    phases: 'Phase[]',
    queryableStartDate: 'date',
    queryableEndDate: 'date',
    realFlagStatus: 'OK|ATTENTION_NEEDED|AT_RISK',
    status: 'TEMPLATE|PLANNED|IN_PROGRESS|PAUSED|FAILING|FAILED|COMPLETED|ABORTED',
    tags: 'text[]',
    variables: 'Variable[]',
    calendarLinkToken: 'text',
    calendarPublished: 'flag',
    tutorial: 'flag',
    abortOnFailure: 'flag',
    archiveRelease: 'flag',
    allowPasswordsInAllFields: 'flag',
    disableNotifications: 'flag',
    allowConcurrentReleasesFromTrigger: 'flag',
    originTemplateId: 'text',
    createdFromTrigger: 'flag',
    scriptUsername: 'text',
    scriptUserPassword: 'text',
    extensions: 'object[]',
    startedFromTaskId: 'text',
    autoStart: 'flag',
    automatedResumeCount: 'int',
    maxAutomatedResumes: 'int',
    abortComment: 'text',
    variableMapping: 'text{}',
    $metadata: 'object',
  },
  Phase: {
    ...item,
    tasks: 'Task[]',
    status: 'PLANNED|IN_PROGRESS|COMPLETED|FAILING|FAILED|SKIPPED|ABORTED',
    color: 'text',
    originId: 'text',
  },
  Task: task,
  Comment: { id: 'text', type: 'text', text: 'text', author: 'text', date: 'date', creationDate: 'date' },
  GateCondition: { id: 'text', type: 'text', title: 'text', checked: 'flag' },
  Dependency: { id: 'text', type: 'text', targetId: 'text', archivedTargetTitle: 'text', archivedTargetId: 'text' },
  Team: { id: 'text', type: 'text', teamName: 'text', members: 'text[]', roles: 'text[]', permissions: 'text[]' },
  Variable: {
    id: 'text',
    type: 'text',
    key: 'text',
    requiresValue: 'flag',
    showOnReleaseStart: 'flag',
    label: 'text',
    description: 'text',
    valueProvider: 'object',
    inherited: 'flag',
    value: 'any',
  },
  UserAccount: {
    username: 'text',
    external: 'flag',
    profileId: 'text',
    email: 'text',
    password: 'text',
    previousPassword: 'text',
    fullName: 'text',
    externalId: 'text',
    loginAllowed: 'flag',
    dateFormat: 'text',
    timeFormat: 'text',
    firstDayOfWeek: 'int',
    lastActive: 'text',
    analyticsEnabled: 'flag',
    taskDrawerEnabled: 'flag',
  },
  RoleView: { name: 'text', id: 'text', permissions: 'text[]', principals: 'PrincipalView[]' },
  PrincipalView: { username: 'text', fullname: 'text' },
  Folder: { id: 'text', type: 'text', title: 'text', children: 'Folder[]', $metadata: 'object' },
  ActivityLogEntry: {
    id: 'text',
    type: 'text',
    username: 'text',
    activityType: 'text',
    message: 'text',
    eventTime: 'date',
    targetType: 'text',
    targetId: 'text',
    dataId: 'text',
  },
  ReleaseCountResults: { live: 'ReleaseCountResult', archived: 'ReleaseCountResult', all: 'ReleaseCountResult' },
  ReleaseCountResult: { total: 'int', byStatus: 'int{}' },
  ReleaseFullSearchResult: { live: 'ReleaseSearchResult', archived: 'ReleaseSearchResult' },
  ReleaseSearchResult: { page: 'int', size: 'int', releases: 'Release[]' },
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: (value) => value !== null,
  object: isRecord,
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  int: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value),
};

const findMemberErrors = (type: string, entries: readonly (readonly [string | number, unknown])[], at: string) =>
  entries.flatMap(([name, value]) => findTypeErrors(type, value, `${at}.${name}`));

/** Returns the errors of a value for the model, such as `phases.0.owner is null`; empty if the value is readable. */
export function findTypeErrors(type: string, value: unknown, at = type): readonly string[] {
  if (type.endsWith('[]')) {
    return Array.isArray(value) ? findMemberErrors(type.slice(0, -2), [...value.entries()], at) : [`${at} is no array`];
  }
  if (type.endsWith('{}')) {
    return isRecord(value) ? findMemberErrors(type.slice(0, -2), Object.entries(value), at) : [`${at} is no object`];
  }
  const scalar =
    scalars[type] ??
    (type.includes('|') ? (candidate: unknown) => type.split('|').includes(String(candidate)) : undefined);
  if (scalar !== undefined) return scalar(value) ? [] : [`${at} is ${JSON.stringify(value)}, not ${type}`];
  const model = models[type];
  if (model === undefined || !isRecord(value)) return [`${at} is no ${type}`];
  return Object.entries(model).flatMap(([name, member]) =>
    name in value ? findTypeErrors(member, value[name], `${at}.${name}`) : [],
  );
}
