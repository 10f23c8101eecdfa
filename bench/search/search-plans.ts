import { filterBody } from '@slipway/api-schema/search';
import { filterOf, orderOf } from '@slipway/application/search';
import { allowAll } from '@slipway/engine';
import { type Connection, openDatabase } from '@slipway/persistence/database';
import { everythingVisible } from '@slipway/persistence/people';
import { type SearchScope, searchReleases } from '@slipway/persistence/search';
import { explainPlan } from '../measure/explain.ts';
import { filters } from './search-filters.ts';
import type { Amounts } from './search-rows.ts';

const admin = allowAll('admin');
const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/**
 * Returns the plan of an executed search as PostgreSQL prints it. The text of the statement is the same for all values.
 */
async function planOf(database: Connection, body: object, archived: boolean): Promise<string> {
  const read = filterBody.parse(body);
  const parentId = read.parentId && read.parentId !== 'Applications' ? lastSegment(read.parentId) : null;
  const place: SearchScope = { archived, visibility: everythingVisible };
  const planText: string[] = [];
  const explaining: Connection = {
    query: async (statement, values) => {
      // The first query of the search; the search needs its result to continue.
      if ('name' in statement) return await database.query(statement, values);
      planText.push(...(await explainPlan(database, statement.text, values)));
      return [];
    },
  };
  await searchReleases(explaining, filterOf(read, admin, parentId), place, orderOf(read), { limit: 100, offset: 0 });
  return planText.join('\n');
}

/**
 * Returns a document with the plans of each filter of the bench, for live and archived releases. It marks sequential
 * scans of releases.
 */
export async function planDocument(url: string, { live, archived }: Amounts): Promise<string> {
  const database = openDatabase({ url, statementTimeoutMs: 60_000 });
  const parts = [
    `# Query plans of the searches\n\n\`npm run bench -- search\` writes this file, with ${archived} archived and ${live} live releases, for pages of 100. It omits steps that were planned but not executed. **Seq Scan** marks full scans.\n`,
  ];
  for (const [subject, bodies] of Object.entries(filters)) {
    parts.push(`## ${subject}\n`);
    for (const body of bodies) {
      for (const inArchive of [false, true]) {
        const plan = await planOf(database, body, inArchive);
        const scan = /Seq Scan on (live|archived)_\w+/.exec(plan);
        if (scan) parts.push(`**${scan[0]}**\n`);
        parts.push(`\`${JSON.stringify(body)}\`, ${inArchive ? 'archived' : 'live'}\n\n\`\`\`\n${plan}\n\`\`\`\n`);
      }
    }
  }
  await database.stop();
  return parts.join('\n');
}
