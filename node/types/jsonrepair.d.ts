/** Why a text was refused; `position` is the index into it. */
export class JSONRepairError extends Error {
  constructor(message: string, position: number, options?: ErrorOptions);
  readonly position: number;
}

/**
 * The repaired text. Several documents become one array.
 *
 * @throws {JSONRepairError} if there is no JSON in the text
 */
export function jsonrepair(text: string): string;
