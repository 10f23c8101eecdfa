interface Allowance {
  /** the name of the model in models.txt */
  readonly model: string;
  /** the members, separated by spaces; `*` for any member */
  readonly members: string;
  readonly reason: string;
}

/** Members of responses that a model of the family does not have, with the reasons. */
export const additionalMembers: readonly Allowance[] = [
  {
    model: 'Release',
    members: 'riskScore totalRiskScore runningTriggeredReleasesCount',
    reason: 'the contract has them (rest-api.md, section Release and template)',
  },
  {
    model: 'Release',
    members: 'kind categories allowTargetFolderOverride',
    reason: 'newer objects of the family have them (rest-operations.md, fields that only newer objects have)',
  },
  {
    model: 'ReleaseExtension',
    members: 'score totalScore riskAssessments',
    reason: 'of the one extension that tells the risk of a release (rest-operations.md, extensions item)',
  },
  {
    model: 'Variable',
    members: 'multiline preventInterpolation externalVariableValue referencedType',
    reason:
      'the contract has the first, requests of the family (Variable1) all but the last, which its files have (file-formats.md)',
  },
  {
    model: 'Task',
    members: 'conditions dependencies tasks links variables',
    reason: 'of gates, groups and tasks that ask for input: models of their own extend this one',
  },
  {
    model: 'Task',
    members: 'newReleaseTitle startRelease releaseTags templateVariables script',
    reason: 'of types of tasks that have no model (file-formats.md, JSON task shapes)',
  },
  {
    model: 'Task',
    members: 'originId',
    reason: 'copies of a restart tell what they are copies of, as phases do (compatibility.md, Flow)',
  },
  {
    model: 'Task',
    members: 'approvalRequirements approvalVerdicts approvalVersion',
    reason:
      'of gates that ask for approvals, which no other product of the family has (docs/how-to/require-approvals.md)',
  },
  {
    model: 'Task',
    members: 'unknownType',
    reason:
      'of imported tasks of a type that nobody knows here, which keep what they were (docs/how-to/import-and-export.md)',
  },
  {
    model: 'Comment',
    members: 'editedDate mentions',
    reason:
      'of comments that were edited or mention users; others have no additional member (rest-operations.md, Comments)',
  },
  ...['ActivityLogEntry', 'SharedConfigurationStatusResponse'].map((model) => ({
    model,
    members: 'code params',
    reason: 'the data of the text (docs/reference/errors.md, Messages)',
  })),
  {
    model: 'ImportResult',
    members: 'warningMessages',
    reason: 'the data of the warnings (docs/reference/errors.md, Messages)',
  },
  {
    model: 'RiskAssessment',
    members: 'messageData',
    reason: 'the data of the messages (docs/reference/errors.md, Messages)',
  },
  {
    model: 'ReleaseConfiguration',
    members: '*',
    reason: 'its id and its type, without which nobody could name it, and whatever properties its type defines',
  },
  {
    model: 'Trigger',
    members: 'variables template tags releaseTitle pollType periodicity initialFire',
    reason: 'of release triggers: ReleaseTrigger extends this model',
  },
  ...['Trigger', 'ReleaseTrigger'].map((model) => ({
    model,
    members:
      'timeZone catchUp nextFireDate eventSource eventType eventFilter mappedProperties triggerActionType runRefusal',
    reason: 'of schedules and of triggers that listen to events, which have no model (script-api.md)',
  })),
];

/** Members with another type than in their model, with the reasons. */
export const memberTypeExceptions: readonly Allowance[] = [
  { model: 'Dependency', members: 'gateTask target', reason: 'recorded answers hold the ids (rest-operations.md)' },
];
