import type { Connection } from '@slipway/persistence/database';
import { claimDueReleases, findReleasesDueWithin, readOverdue } from '@slipway/persistence/flow';
import { scanStart, scanUnnotifiedGates } from '@slipway/persistence/gates';
import { deleteExpiredKeys } from '@slipway/persistence/plans';
import { explainPlan } from '../measure/explain.ts';

/** The statements that a scheduler runs each second. */
const sweepStatements: Readonly<Record<string, (connection: Connection) => Promise<unknown>>> = {
  'Claim due releases': (connection) => claimDueReleases(connection, { graceMs: 0, limit: 200 }),
  'Check the targets of waiting gates': (connection) => scanUnnotifiedGates(connection, scanStart, 500),
  'Delete expired idempotency keys': (connection) => deleteExpiredKeys(connection, 2_000),
  'Find releases that are due soon': (connection) => findReleasesDueWithin(connection, 5_000, 5_000),
  'Count overdue releases': readOverdue,
};

/** Returns a document with the plan of each executed statement. */
export async function planDocument(
  database: Connection,
  { waiting, finished }: { readonly waiting: number; readonly finished: number },
): Promise<string> {
  const parts = [
    `# Query plans of the sweep\n\n\`npm run bench -- sweep\` writes this file, with ${waiting} waiting and ${finished} finished releases, half of them archived. It omits steps that were planned but not executed.\n`,
  ];
  for (const [title, explain] of Object.entries(sweepStatements)) {
    const planText: string[] = [];
    const explaining: Connection = {
      query: async ({ text }, values) => {
        planText.push(...(await explainPlan(database, text, values)));
        return [];
      },
    };
    await explain(explaining);
    parts.push(`## ${title}\n\n\`\`\`\n${planText.join('\n')}\n\`\`\`\n`);
  }
  return parts.join('\n');
}
