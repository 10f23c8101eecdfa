export { mailOf, namesIn, type ReadyMail, resolveMail } from './task-mail.ts';
export { mailWarnings } from './warnings.ts';
