// Sends one request to this machine and prints the result, for tests of settings that a process reads at its start.
import { createEgress } from '../index.ts';
import { policy, testRequest } from './requests.ts';

const [, , url = ''] = process.argv;
const reply = await createEgress(policy).send(testRequest(url), { secrets: [], connection: null });
process.stdout.write(JSON.stringify(reply));
