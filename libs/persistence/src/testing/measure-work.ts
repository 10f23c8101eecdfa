import type { Connection, Database } from '../database/database.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

const flattenPlan = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flattenPlan)];

/**
 * Measures the work of PostgreSQL for statements that return no rows: the used indexes, the tables with sequential
 * scans, and the pages that were read.
 */
export async function measureWork(database: Database, work: (connection: Connection) => Promise<unknown>) {
  const plans: PlanNode[] = [];
  const explainConnection: Connection = {
    query: async ({ text }, values) => {
      const [row] = await database.query<Record<string, readonly { Plan: PlanNode }[]>>(
        { text: `explain (analyze, buffers, format json) ${text}` },
        values,
      );
      plans.push(row!['QUERY PLAN']![0]!.Plan);
      return [];
    },
  };
  await work(explainConnection);
  const nodes = plans.flatMap(flattenPlan);
  return {
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    sequentialScans: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [])),
    pages: plans.reduce((sum, node) => sum + node['Shared Hit Blocks'] + node['Shared Read Blocks'], 0),
  };
}
