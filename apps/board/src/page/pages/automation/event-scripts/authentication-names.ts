import { completeInputs } from '../../../components/code/complete-script.ts';

/** The members of the input `endpoint`. */
const endpoint = { id: '', type: '', title: '', path: '', method: '', authentication: { type: '' } };

/** The completion of the authentication script of an endpoint. */
export const completeAuthentication = completeInputs(
  { endpoint, config: {}, headers: {}, parameters: {}, params: {}, payload: {}, content: {}, rawBody: '' },
  ['authenticated'],
);
