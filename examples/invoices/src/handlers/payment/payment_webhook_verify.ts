import { createHmac, timingSafeEqual } from "node:crypto";
import { ok, type ResultOf } from "pegboard/runtime";
import type { PaymentWebhookVerify } from "../../../generated/contracts/payment_webhook_verify.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";

export const paymentWebhookVerify: ToolHandler<PaymentWebhookVerify> = async (
  { payload, signature },
  { webhookSecret },
): ResultOf<PaymentWebhookVerify> => {
  const expected = createHmac("sha256", webhookSecret).update(payload).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) return errors.signatureInvalid({});
  return ok({ event: /"event":"(\w+)"/.exec(payload)?.[1] ?? "unknown" });
};
