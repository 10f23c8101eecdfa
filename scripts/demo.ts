// `npm run demo`: demonstrates the main workflow. Creates a template of three phases over REST, creates a release from
// it, starts it, and completes its tasks, while the terminal shows the board.
import { setTimeout as pause } from 'node:timers/promises';
import { drawBoard } from './demo/board.ts';
import { connect } from './demo/client.ts';
import { makeTemplate } from './demo/plan.ts';
import { findOrStartServer } from './demo/server.ts';
import type { Release, Task } from './demo/shapes.ts';

/** The duration of one frame in milliseconds, long enough to follow; 0 if the output is not a terminal. */
const FRAME_MS = process.stdout.isTTY ? 500 : 0;

const server = await findOrStartServer();
try {
  const api = connect(server);
  const template = await makeTemplate(api);
  const draw = drawBoard(process.stdout);

  const created = await api.post<Release>(`/templates/${template.id}/create`, {
    releaseTitle: `Demo ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`,
    variables: { version: '1.4.0' },
  });
  draw(created, 'created from the template');
  await pause(FRAME_MS);
  draw(await api.post<Release>(`/releases/${created.id}/start`), 'started');

  for (;;) {
    await pause(FRAME_MS);
    const [task] = (await api.get<Task[]>(`/releases/${created.id}/active-tasks`)).filter(isWork);
    if (task === undefined) break;
    for (const condition of task.conditions ?? []) await api.post(`/tasks/${condition.id}`, { checked: true });
    await api.post(`/tasks/${task.id}/complete`, { comment: 'Done by the demo.' });
    draw(await api.get<Release>(`/releases/${created.id}`), `completed '${task.title}'`);
  }
  const { status } = await api.get<Release>(`/releases/${created.id}`);
  process.stdout.write(`\nThe release is ${status}.`);
  if (server.isExternal)
    process.stdout.write(` Look at it: curl -u ${server.curlUser} ${server.address}/api/v1/releases/${created.id}`);
  process.stdout.write('\n');
  if (status !== 'COMPLETED') process.exitCode = 1;
} catch (error) {
  process.stderr.write(`slipway demo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await server.stop();
}

/** Whether a task is work. Groups are active, too, but only their tasks are work. */
function isWork(task: Task): boolean {
  return !task.type.endsWith('Group');
}
