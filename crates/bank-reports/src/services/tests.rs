use jiff::civil::datetime;
use proptest::prelude::*;

use super::*;

const SEPAY: &str = r#"{"id":92704,"gateway":"Vietcombank","transactionDate":"2023-03-25 14:02:37","accountNumber":"0123499999","code":null,"content":"EV7K2Q9XAB","transferType":"in","transferAmount":2277000,"accumulated":19077000,"subAccount":null,"referenceCode":"MBVCB.3278907687"}"#;
const CASSO: &str = r#"{"error":0,"data":{"id":7,"reference":"FT24277","description":"EV7K2Q9XAB ve 1/2","amount":599000,"runningBalance":25000000,"transactionDateTime":"2024-10-03 15:06:37","accountNumber":"88888888","bankName":"VPBank","bankAbbreviation":"VPB","virtualAccountNumber":"","counterAccountName":"NGUYỄN VĂN ĐỨC","counterAccountNumber":"","counterAccountBankId":"970415"}}"#;
const CASSO_V1: &str = r#"{"error":0,"data":[{"id":1,"tid":"BANK_REF_ID","description":"EV7K2Q9XAB","amount":79000,"cusum_balance":20079000,"when":"2020-10-14 00:34:57","bank_sub_acc_id":"123456789"},{"id":2,"tid":"B2","description":"phi","amount":-11000,"cusum_balance":20068000,"when":"2020-10-14 01:00:00","bank_sub_acc_id":"123456789"}]}"#;
const PAYOS: &str = r#"{"code":"00","desc":"success","success":true,"data":{"orderCode":123,"amount":3000,"description":"EV7K2Q9XAB","accountNumber":"12345678","reference":"TF230204212323","transactionDateTime":"2023-02-04 18:25:00","currency":"VND","paymentLinkId":"124c33293c43417ab7879e14c8d9eb18","code":"00","desc":"Thành công","counterAccountBankId":"","counterAccountBankName":"","counterAccountName":null,"counterAccountNumber":"","virtualAccountName":"","virtualAccountNumber":""},"signature":"290352fbed188f1a9612d1651b220fa2804727892b8f87d95012f205ca730db9"}"#;
const PAY2S: &str = r#"{"transactions":[{"id":9,"gateway":"ACB","transactionDate":"2024-09-01 10:00:00","transactionNumber":"553","accountNumber":"88","content":"EV7K2Q9XAB","transferType":"IN","transferAmount":"10000","checksum":"x"},{"id":10,"transactionDate":"2024-09-01 10:00:00","content":"","transferType":"OUT","transferAmount":1}]}"#;

/// Returns whether a delivery with these headers is believed.
fn believes(service: Service, headers: &[(&str, &str)], body: &[u8], key: &str) -> bool {
    let header = |name: &str| {
        let found = headers.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value)
    };
    service.verify(
        Delivery {
            header: &header,
            body,
        },
        key,
    )
}

/// The signatures were computed with Python's `hmac` and `json`, not with this crate:
/// `hmac.new(b'sepay-secret', b'1679727757.' + body, sha256)`;
/// `hmac.new(b'casso-secret', b'1727942797000.' + json.dumps(body, sort_keys=True, separators=(',', ':')).replace('/', '\\/'), sha512)`;
/// `hmac.new(b'payos-secret', '&'.join(f'{k}={data[k] or ""}' for k in sorted(data)), sha256)`.
#[test]
fn signatures_computed_elsewhere_are_believed() {
    let signature = "sha256=04109d4d3dc41cb1444461ab75f485c87a7115217f4f0c9fa6cd31ff38046156";
    let headers = [
        ("x-sepay-signature", signature),
        ("x-sepay-timestamp", "1679727757"),
    ];
    let body = SEPAY.as_bytes();
    assert!(believes(
        Service::SepaySigned,
        &headers,
        body,
        "sepay-secret"
    ));
    assert!(!believes(Service::SepaySigned, &headers, body, "other"));
    assert!(!believes(
        Service::SepaySigned,
        &headers,
        &body[1..],
        "sepay-secret"
    ));
    let later = [headers[0], ("x-sepay-timestamp", "1679727758")];
    assert!(!believes(
        Service::SepaySigned,
        &later,
        body,
        "sepay-secret"
    ));
    assert!(!believes(
        Service::SepaySigned,
        &headers[..1],
        body,
        "sepay-secret"
    ));

    let signature = "t=1727942797000,v1=9158b8875d01c81c6e62a41be45dc2bf77aaa08cb4695f0cc4c7fc1bc55052b636f61af3ed52adb5727f9d8a0b0c6389c174aaf63313db3e349f0ef33142e498";
    let body = CASSO.as_bytes();
    assert!(believes(
        Service::Casso,
        &[("x-casso-signature", signature)],
        body,
        "casso-secret"
    ));
    assert!(!believes(
        Service::Casso,
        &[("x-casso-signature", signature)],
        body,
        "other"
    ));
    let other = CASSO.replace("599000", "699000");
    assert!(!believes(
        Service::Casso,
        &[("x-casso-signature", signature)],
        other.as_bytes(),
        "casso-secret"
    ));
    for odd in ["", "t=1", "v1=00", "t=1,v1=zz", "t=1,v1=0"] {
        assert!(!believes(
            Service::Casso,
            &[("x-casso-signature", odd)],
            body,
            "casso-secret"
        ));
    }

    assert!(believes(
        Service::Payos,
        &[],
        PAYOS.as_bytes(),
        "payos-secret"
    ));
    assert!(!believes(Service::Payos, &[], PAYOS.as_bytes(), "other"));
    let other = PAYOS.replace("3000", "9000");
    assert!(!believes(
        Service::Payos,
        &[],
        other.as_bytes(),
        "payos-secret"
    ));
}

#[test]
fn keys_are_compared_completely() {
    for (service, name, prefix) in [
        (Service::Sepay, "authorization", "Apikey "),
        (Service::Pay2s, "authorization", "Bearer "),
        (Service::CassoV1, "secure-token", ""),
    ] {
        let given = |key: &str| {
            believes(
                service,
                &[(name, &format!("{prefix}{key}"))],
                b"{}",
                "secret",
            )
        };
        assert!(given("secret"));
        for wrong in ["", "secre", "secret1", "Secret", " secret"] {
            assert!(!given(wrong), "{service:?} {wrong}");
        }
        assert!(!believes(service, &[], b"{}", "secret"));
        assert!(
            !believes(service, &[(name, prefix)], b"{}", ""),
            "an empty key opens nothing"
        );
    }
}

#[test]
fn every_service_is_read() {
    for (service, body, id, amount, at, outgoing) in [
        (
            Service::Sepay,
            SEPAY,
            "92704",
            2_277_000,
            datetime(2023, 3, 25, 14, 2, 37, 0),
            0,
        ),
        (
            Service::Casso,
            CASSO,
            "7",
            599_000,
            datetime(2024, 10, 3, 15, 6, 37, 0),
            0,
        ),
        (
            Service::CassoV1,
            CASSO_V1,
            "1",
            79_000,
            datetime(2020, 10, 14, 0, 34, 57, 0),
            1,
        ),
        (
            Service::Payos,
            PAYOS,
            "124c33293c43417ab7879e14c8d9eb18 TF230204212323",
            3_000,
            datetime(2023, 2, 4, 18, 25, 0, 0),
            0,
        ),
        (
            Service::Pay2s,
            PAY2S,
            "9",
            10_000,
            datetime(2024, 9, 1, 10, 0, 0, 0),
            1,
        ),
    ] {
        let report = service.parse(body.as_bytes()).unwrap();
        assert_eq!(report.outgoing, outgoing);
        let [transfer] = report.transfers.as_slice() else {
            panic!("{service:?} reports {report:?}");
        };
        assert_eq!(transfer.id.as_deref(), Some(id));
        assert_eq!(transfer.amount, amount);
        assert_eq!(transfer.at, at);
        assert!(transfer.text.starts_with("EV7K2Q9XAB"));
        assert!(transfer.account.is_some() && transfer.number.is_some());
    }
    let outgoing = SEPAY.replace(r#""in""#, r#""out""#);
    let report = Service::Sepay.parse(outgoing.as_bytes()).unwrap();
    assert_eq!((report.transfers.len(), report.outgoing), (0, 1));
}

#[test]
fn faulty_deliveries_are_refused_as_a_whole() {
    let parse = |from: &str, to: &str| Service::Sepay.parse(SEPAY.replace(from, to).as_bytes());
    assert_eq!(parse("2277000", "-2277000"), Err(Problem::Field("amount")));
    assert_eq!(parse("2277000", "0"), Err(Problem::Field("amount")));
    assert_eq!(
        parse("2277000", "99999999999999999999"),
        Err(Problem::Field("transferAmount"))
    );
    assert_eq!(
        parse("2277000", "0.5"),
        Err(Problem::Field("transferAmount"))
    );
    assert_eq!(
        parse("2023-03-25", "2023-13-25"),
        Err(Problem::Field("transactionDate"))
    );
    assert_eq!(parse("92704", "null"), Err(Problem::Field("id")));
    assert_eq!(
        Service::Payos.parse(PAYOS.replace("VND", "USD").as_bytes()),
        Err(Problem::Field("currency"))
    );
    let many = format!(r#"{{"transactions":[{}]}}"#, vec![r#"{"id":1,"transactionDate":"2024-09-01 10:00:00","transferType":"IN","transferAmount":1}"#; MAX_TRANSFERS + 1].join(","));
    assert_eq!(Service::Pay2s.parse(many.as_bytes()), Err(Problem::TooMany));
}

proptest! {
    #[test]
    fn garbage_never_panics(body in prop::collection::vec(any::<u8>(), 0..200), header in "\\PC{0,60}") {
        for service in Service::ALL {
            prop_assert!(!believes(service, &[("authorization", &header), ("x-casso-signature", &header), ("secure-token", &header), ("x-sepay-signature", &header), ("x-sepay-timestamp", &header)], &body, "a long secret"));
            let _ = service.parse(&body);
        }
    }

    #[test]
    fn a_sample_is_believed_and_read(text in "[ A-Za-z0-9/àạđ\"]{1,40}", amount in 1_i64..MAX_AMOUNT, key in "[!-~]{1,40}") {
        for service in Service::ALL {
            let transfer = Transfer {
                id: Some("test".to_owned()),
                account: Some("0123".to_owned()),
                virtual_account: None,
                amount,
                at: datetime(2026, 3, 1, 10, 0, 0, 0),
                text: text.clone(),
                number: Some("T1".to_owned()),
                balance: None,
                payer: None,
                payer_account: None,
                payer_bank: None,
            };
            let sample = service.sample(&transfer, &key, 1_772_334_000_000);
            let headers: Vec<_> = sample.headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
            prop_assert!(believes(service, &headers, &sample.body, &key));
            let other = format!("{key}x");
            prop_assert!(!believes(service, &headers, &sample.body, &other));
            let report = service.parse(&sample.body).unwrap();
            prop_assert_eq!(report.transfers.len(), 1);
            prop_assert_eq!((&report.transfers[0].text, report.transfers[0].amount), (&text, amount));
        }
    }
}
