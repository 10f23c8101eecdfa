import { bitbucketCloud, bitbucketServer } from './bitbucket.ts';
import { argoCd, jenkins } from './build-and-deploy.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { jiraCloud, jiraServer } from './jira.ts';
import { alertmanager, cloudEvents } from './monitoring.ts';
import { dockerHub, harbor, ociRegistry } from './registries.ts';
import type { Sender } from './sender.ts';

/** The systems whose events the product describes, in the order in which users see them. */
export const senders: readonly Sender[] = [
  github,
  gitlab,
  bitbucketCloud,
  bitbucketServer,
  jiraCloud,
  jiraServer,
  jenkins,
  dockerHub,
  ociRegistry,
  harbor,
  argoCd,
  alertmanager,
  cloudEvents,
];

/** Returns the sender with this id; undefined for an unknown id. */
export const senderWithId = (id: string): Sender | undefined => senders.find((sender) => sender.id === id);
