import { type UrlParam, urlState } from '../../navigation/url-state.ts';

/** The planned start that a link sets, as a `datetime-local` value; empty by default. */
const startParam: UrlParam<string> = {
  read: (params) => {
    const text = params.get('start') ?? '';
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
  },
  write: (text) => (text === '' ? [] : [['start', text]]),
};

export const createUrl = urlState({ start: startParam });
