/** An approver, with the rows in which they can take a seat. */
interface Approver {
  readonly name: string;
  /** indices of rows */
  readonly rows: readonly number[];
}

/** Who sits in the rows, by name and in order. */
export interface Assignment<T> {
  readonly requirement: T;
  readonly approverNames: readonly string[];
}

/**
 * Assigns each approver to at most one of the `count` seats of each row, so that as many as possible have a seat
 * (maximum matching by Kuhn's method). An earlier approver moves to another seat if that makes one free. Approvers are
 * assigned in the order of their names, so the order of the verdicts does not matter.
 */
export function assignApprovers<T extends { readonly count: number }>(
  requirements: readonly T[],
  approvers: readonly Approver[],
): readonly Assignment<T>[] {
  const assignments = requirements.map((requirement): { requirement: T; sitters: Approver[] } => ({
    requirement,
    sitters: [],
  }));
  const tryAssign = (approver: Approver, tried: Set<number>): boolean => {
    for (const [index, { requirement, sitters: assigned }] of assignments.entries()) {
      if (tried.has(index) || !approver.rows.includes(index)) continue;
      tried.add(index);
      if (assigned.length < requirement.count) {
        assigned.push(approver);
        return true;
      }
      const movedIndex = assigned.findIndex((candidate) => tryAssign(candidate, tried));
      if (movedIndex === -1) continue;
      assigned[movedIndex] = approver;
      return true;
    }
    return false;
  };
  for (const approver of [...approvers].sort(byName)) tryAssign(approver, new Set());
  return assignments.map(({ requirement, sitters: assigned }) => ({
    requirement,
    approverNames: assigned.map(({ name }) => name).sort(),
  }));
}

const byName = ({ name: a }: Approver, { name: candidate }: Approver): number =>
  a.toLowerCase() < candidate.toLowerCase() ? -1 : 1;
