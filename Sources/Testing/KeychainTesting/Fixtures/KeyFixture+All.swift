import PortableKeychain

// Made as the comment beside the certificates says; RSA in its PKCS#1 form, the others as
// `openssl ec -text` and `openssl pkey` show them.
extension KeyFixture {
    /// The key of two certificates.
    package static let ann = KeyFixture(
        type: .ellipticCurve,
        keyClass: .privateKey,
        sizeInBits: 256,
        applicationLabel: "9cb8e8e98f60e007429866ba1e792207a453194a",
        bytes: """
            BA/tkiNyFnMoz1sbI/EYs+TCWrcu41Yj3scCiXc1MK3FE/AF6rTKtrUr2ELmA/gPzp6NcxCBUdLua2Hl\
            PG2vZSyXZPPVBLPiKkY7rxcUxse2fR7LUmUXPNzDYDg85tcYkA==
            """
    )

    /// The public half of ``ann``.
    package static let annPublic = KeyFixture(
        type: .ellipticCurve,
        keyClass: .publicKey,
        sizeInBits: 256,
        applicationLabel: "9cb8e8e98f60e007429866ba1e792207a453194a",
        bytes: """
            BA/tkiNyFnMoz1sbI/EYs+TCWrcu41Yj3scCiXc1MK3FE/AF6rTKtrUr2ELmA/gPzp6NcxCBUdLua2Hl\
            PG2vZSw=
            """
    )

    /// The key of one certificate.
    package static let bob = KeyFixture(
        type: .ellipticCurve,
        keyClass: .privateKey,
        sizeInBits: 256,
        applicationLabel: "f62a3c6134bcfcb48a4a418e41f677ec0e0ebfa5",
        bytes: """
            BC1kLIIbUQfTCf9Gqp4JRUIbvcymdNDvAhYUV2foclMuSaS+SqgavuMaxUEVO+S5fqT61GampLANOTBY\
            BSuDdJe0wTXQvDV95LuSu5UwsTveiiLEHX1OiRQWEUrZKfa++A==
            """
    )

    /// The public half of ``bob``.
    package static let bobPublic = KeyFixture(
        type: .ellipticCurve,
        keyClass: .publicKey,
        sizeInBits: 256,
        applicationLabel: "f62a3c6134bcfcb48a4a418e41f677ec0e0ebfa5",
        bytes: """
            BC1kLIIbUQfTCf9Gqp4JRUIbvcymdNDvAhYUV2foclMuSaS+SqgavuMaxUEVO+S5fqT61GampLANOTBY\
            BSuDdJc=
            """
    )

    /// A key without a certificate.
    package static let eve = KeyFixture(
        type: .ellipticCurve,
        keyClass: .privateKey,
        sizeInBits: 256,
        applicationLabel: "818ef555fbcd5bc2e539a7eb869f3dcf3dadfd61",
        bytes: """
            BCTIhY6Kw0ZUCD0VYp+ojPai1pdvx8yDL8H8cw8vOrNZ761oR6fuylGjLL27ArxLmX7Yxmsrr8zo95+N\
            wPQ304plwfGx5ncTjqYl9/2LdAgUl9xCf/DsBcPV18QTNw7K3Q==
            """
    )

    /// An RSA key: `openssl genrsa 2048`.
    package static let rsa = KeyFixture(
        type: .rsa,
        keyClass: .privateKey,
        sizeInBits: 2048,
        applicationLabel: "ce7b4335e1e904d874511d90775c8b823708a9dd",
        bytes: """
            MIIEpAIBAAKCAQEAy1k06E9ZRVKRiuP0duM58qbiLVL0cHSKmBGB6x9pvM6qmfLiAZn73RiuYYK2OCKF\
            Qme71ECqMLavcI2lGPaqPW9hYOQY7PN2h4gVAG8s/p+JK+g+5BSphlT/FE2Kilwzby8FEquBHWEt9Lm2\
            YeZOLEayKwS736PYCtUeHGq0SeCyDFpU0AvAG3LbD5r8CDGNbGTGF43frA0JLmc5hitisBGX3Q+Bn6Lj\
            AAf7+/Zlj8qYHWr+bdKr4gIA72r6vt3HPTyGFnqIWKHbQuytpaz7c3a+SevFh7EA50YlX8zrDkOJM5Bk\
            fg/R93u360bRWmo8Xk15KwJafL/NfFPB4gX+1wIDAQABAoIBAARSzWz4oVJEmVmVoF38VZmsi94g1GRy\
            GRXdawcfvNswN0pcpdd/Rm6cY4cpOBllCn/ive8BjPZjyMK6dqP1CQhgKBB4tdr1djPj5DM4XRskAAIF\
            LXxV81P3oxDAcU1tyZ4q849CqQhOrgmoMfhOfqNl9JkB81vW6ChnmmNKSLKe+nsNFql4CCV7IjfjTA8Y\
            tYzA11u6x378pN2eypJB0F3cP3KkJpx6WXAARqocPGxS0d8/betNApPOst8M0pq5HIcgoMURIRKNfq6q\
            YwqYUQiGcHzCOIPCUtukgubsjPjphy26e3sXZLhG2oL8ijBGTpAB6f6b/3u4wj2uCzvdYdECgYEA7N0z\
            7J+Y8R80Wa1r/W8RtOT9XxpPA8i+E9BQkmRENuwAkyuLXafrSOWM8ukejkSuIC3DqIK8FI/pBdIje6b4\
            /Xr/tc90Xn328FxrMRohdkabQeAf9ZwCHgXEkYcMXyU+qv5K+Q4/AXi7qu+yIAvQ/tSVBCZ+D09N6n1V\
            AsQiLJ8CgYEA28bWbgobR6u4z2NyzFUnE3Sz2PCUgYn+Qe58CGxjGzeWySaVu0bfVqY8hU9ObZ+K4xI2\
            NHTuMcFYroLcaZuQtP2pabSm5U9yuoPVbaq2UpH3HZzHIdQDNkwlEI0yCHaKfdptXAJEJ2IhiVG80oWD\
            qhjv54cun/ZR9mPhXd7VSskCgYEAhUCIRpUekH+yjsS+XOwQNQkh9U+ypflX3YOy4DhiG9e3FxRHKiAe\
            gHsLSViWZQkEQHwed31c2+B+AlVOuvCbYNbCZoDYAZSxyFTlxNDjhEuCapPwxtbGZiduh0RHVHt6fu3i\
            NayrC2Plh+ui9N5Q7Buh3ZzeDDTcK4/otE6svxcCgYAVO/Tj1N4l4pWMlBM3YtLPsmrd/wCaM3b5b81U\
            EwTQUGKlNLEq0wIpIQ6f4rW1KcEFh3DtSI7rB79FvScGnR0yH4AK0oV9iluPYcVxPxk2iRvTJJ6oyg81\
            Y84A92NqJenjlwMR7LYhB/4tglQ4EuZRvO8Q86Kxmd75a1UO+MSq4QKBgQDUJaulE67FLAWW1sYxyRh7\
            3v+iWelLnLmZiotd1rFzGCjtLiAe28wE1I5F2gjzLxPANGmnaXEwP0QXN3rwL9BrCy4MFQ4MHlAF8j64\
            ElFHRfw1kMQH9gh7IKmcLp++nhTAi9JeudkdbIGp18X/GSGLrIRRlmNqq4RCs8BJqLA/ug==
            """
    )

    /// A key for signatures: `openssl genpkey -algorithm ed25519`.
    package static let ed25519 = KeyFixture(
        type: .ed25519,
        keyClass: .privateKey,
        sizeInBits: 256,
        applicationLabel: "57d83d6db665c294e82b8b0622f77c708dc8daa5",
        bytes: """
            0P9ke+tu7bccciZNNOfRSiEHGfxb+BwhDlCTuvG6rKs=
            """
    )
}
