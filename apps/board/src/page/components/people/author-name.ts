import { t } from '../../navigation/text.ts';

/** The user of activities of the system, and the author of its comments, such as the output of a script. */
export const systemAuthor = 'SYSTEM';

/** Returns the name of an author for the page. */
export const authorName = (username: string): string => (username === systemAuthor ? t('Slipway') : username);
