import type { Limits } from '../people/users/limits.ts'

/** Limits that a test does not reach by accident. Override the ones under test. */
export const testLimits: Limits = {
  loginFailuresPerEmailAndIp: 10,
  loginFailuresPerEmail: 100,
  loginFailuresPerIp: 1000,
  registrationsPerIp: 300,
  takenRegistrationsPerIp: 300,
  sessionsPerAccount: 100,
}
