import type { PublicKind } from '@slipway/domain/ids';

/**
 * The values of a `{name}` in a path: ids of these kinds, distinguished by their last segment (rest-operations.md, rules
 * for every call), one segment of text, or any text.
 */
export const parameters = {
  releaseId: ['Release'],
  templateId: ['Release'],
  phaseId: ['Phase'],
  taskId: ['Task'],
  groupId: ['Phase', 'Task'],
  containerId: ['Release', 'Phase', 'Task', 'Trigger'],
  variableId: ['Variable'],
  conditionId: ['GateCondition'],
  dependencyId: ['Dependency'],
  folderId: ['Folder'],
  triggerId: ['Trigger'],
  blackoutId: ['Blackout'],
  configurationId: ['Configuration'],
  endpointId: ['Configuration'],
  deliveryId: ['Delivery'],
  attachmentId: ['Attachment'],
  commentId: ['Comment'],
  riskId: 'anything',
  riskAssessmentId: 'anything',
  riskProfileId: 'anything',
  targetId: 'anything',
  username: 'text',
  roleName: 'anything',
  invitationId: 'text',
  tokenId: 'text',
  sessionId: 'text',
  addressId: 'text',
  mailAddress: 'text',
  subscriptionId: 'text',
  deploymentId: 'text',
  viewId: 'text',
  dashboardId: 'text',
  notificationId: 'text',
  followedId: ['Release', 'Task', 'Folder'],
  pluginName: 'text',
  integrationName: 'text',
  agentId: 'text',
  typeName: 'text',
  versionNumber: 'text',
  reportType: 'text',
} as const satisfies Readonly<Record<string, readonly PublicKind[] | 'anything' | 'text'>>;

export type Parameter = keyof typeof parameters;
