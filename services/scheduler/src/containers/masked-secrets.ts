import type { JobContent } from '@slipway/application/containers';
import { secretsInKubeconfig } from './kubernetes/kubeconfig.ts';

/** Shorter lines and values occur in unrelated texts. */
const minPartLength = 8;

/**
 * Returns the secrets of a job, and the parts of those with several lines, which a log can contain separately. A
 * kubeconfig also has lines that are no secrets and occur in other texts.
 */
export const maskedSecrets = ({
  secrets,
  sessionKey,
}: Pick<JobContent, 'secrets' | 'sessionKey'>): readonly string[] => [
  ...secrets,
  ...secrets.flatMap((secret) => secretsInKubeconfig(secret) ?? (secret.includes('\n') ? partsOf(secret) : [])),
  sessionKey,
];

/** Returns the lines of a text, and the values of lines such as `name: value`. */
function partsOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const values = lines.flatMap((line) => /^[\w.-]+: +["']?(.*?)["']?$/.exec(line)?.[1] ?? []);
  return [...lines, ...values].filter(({ length }) => length >= minPartLength);
}
