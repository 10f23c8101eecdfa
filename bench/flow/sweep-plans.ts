import {
  type Connection,
  claimDueReleases,
  forgetKeys,
  readOverdue,
  releasesDueWithin,
  walkStart,
  walkUnnotified,
} from '@slipway/persistence';
import { explained } from '../measure/explain.ts';

/** The queries that a scheduler runs every second, and the number of overdue entries. */
const asked: Readonly<Record<string, (connection: Connection) => Promise<unknown>>> = {
  'Claim what is due': (connection) => claimDueReleases(connection, { graceMs: 0, limit: 200 }),
  'Look at the targets of waiting gates': (connection) => walkUnnotified(connection, walkStart, 500),
  'Forget old idempotency keys': (connection) => forgetKeys(connection, 2_000),
  'What falls due soon': (connection) => releasesDueWithin(connection, 5_000, 5_000),
  'What is overdue': readOverdue,
};

/** The plan of each statement, after it was run. */
export async function planDocument(
  database: Connection,
  { waiting, finished }: { readonly waiting: number; readonly finished: number },
): Promise<string> {
  const parts = [
    `# Plans of the sweep\n\nWritten by \`npm run bench -- sweep\`, over ${waiting} waiting and ${finished} finished releases, half of these archived. Steps that were planned and not executed are left out.\n`,
  ];
  for (const [title, ask] of Object.entries(asked)) {
    const told: string[] = [];
    const explaining: Connection = {
      query: async ({ text }, values) => {
        told.push(...(await explained(database, text, values)));
        return [];
      },
    };
    await ask(explaining);
    parts.push(`## ${title}\n\n\`\`\`\n${told.join('\n')}\n\`\`\`\n`);
  }
  return parts.join('\n');
}
