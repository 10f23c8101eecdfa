import { type CountingServer, requireBasic, startCountingServer } from '../servers/counting-server.ts';
import { json, parseJson } from '../servers/routes.ts';

export const login = { username: 'clerk', password: 'clerk-password' };

/** A ticket system. Each read of a change returns the next of its approvals, and finally the last one. */
export interface Desk extends CountingServer {
  readonly records: readonly Readonly<Record<string, string>>[];
  approvals: readonly string[];
}

export async function startDesk(): Promise<Desk> {
  const records: Record<string, string>[] = [];
  const settings: Pick<Desk, 'approvals'> = { approvals: ['requested', 'approved'] };
  let readCount = 0;
  const server = await startCountingServer(
    {
      'POST /api/now/table/change_request': (received) => {
        const record = parseJson<Record<string, string>>(received);
        records.push(record);
        const number = `CHG${String(records.length).padStart(4, '0')}`;
        return json({ result: { ...record, sys_id: `sys${records.length}`, number, state: 'New' } }, 201);
      },
      'GET /api/now/table/change_request': () => {
        const approval = settings.approvals[Math.min(readCount, settings.approvals.length - 1)];
        readCount += 1;
        if (approval === undefined) return json({ result: [] });
        return json({ result: [{ number: 'CHG0001', approval, approver: { display_value: 'Ann Approver' } }] });
      },
    },
    requireBasic(login.username, login.password),
  );
  return Object.assign(settings, server, { records });
}
