/** An approver with the requirements that they can be assigned to. */
interface Approver {
  readonly name: string;
  /** The indices of the requirements. */
  readonly rows: readonly number[];
}

/** The names of the approvers of a requirement, sorted. */
export interface Assignment<T> {
  readonly requirement: T;
  readonly approverNames: readonly string[];
}

/**
 * Assigns each approver to at most one requirement, and at most `count` approvers to each. Assigns as many approvers as
 * possible (maximum matching by Kuhn's method): an earlier approver moves to another requirement if necessary.
 * Approvers are assigned in the order of their names, so the order of the verdicts does not matter.
 */
export function assignApprovers<T extends { readonly count: number }>(
  requirements: readonly T[],
  approvers: readonly Approver[],
): readonly Assignment<T>[] {
  const assignments = requirements.map((requirement): { requirement: T; assigned: Approver[] } => ({
    requirement,
    assigned: [],
  }));
  const tryAssign = (approver: Approver, tried: Set<number>): boolean => {
    for (const [index, { requirement, assigned }] of assignments.entries()) {
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
  return assignments.map(({ requirement, assigned }) => ({
    requirement,
    approverNames: assigned.map(({ name }) => name).sort(),
  }));
}

const byName = ({ name: a }: Approver, { name: candidate }: Approver): number =>
  a.toLowerCase() < candidate.toLowerCase() ? -1 : 1;
