export { type ImportBody, type ImportResponse, importBody, importResponse } from './import.ts';
